'use strict';

// How objects of others take part in stream/iter, and what an iterable says about itself inside of it. A stream is an
// iterable of batches: arrays of Uint8Arrays.

module.exports = {
  broadcastProtocol: Symbol.for('Stream.broadcastProtocol'),
  drainableProtocol: Symbol.for('Stream.drainableProtocol'),
  shareProtocol: Symbol.for('Stream.shareProtocol'),
  shareSyncProtocol: Symbol.for('Stream.shareSyncProtocol'),
  toAsyncStreamable: Symbol.for('Stream.toAsyncStreamable'),
  toStreamable: Symbol.for('Stream.toStreamable'),
  // Of ours: it gives batches already; a transform that has it flushes by itself.
  kGivesBatches: Symbol('kValidatedSource'),
};
