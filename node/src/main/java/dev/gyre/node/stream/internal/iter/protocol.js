'use strict';

// How objects of others take part in stream/iter, and what an iterable says about itself inside of it. A stream is an
// iterable of batches: arrays of Uint8Arrays.

const { Symbol, SymbolFor } = require('internal/primordials');

module.exports = {
  broadcastProtocol: SymbolFor('Stream.broadcastProtocol'),
  drainableProtocol: SymbolFor('Stream.drainableProtocol'),
  shareProtocol: SymbolFor('Stream.shareProtocol'),
  shareSyncProtocol: SymbolFor('Stream.shareSyncProtocol'),
  toAsyncStreamable: SymbolFor('Stream.toAsyncStreamable'),
  toStreamable: SymbolFor('Stream.toStreamable'),
  // Of ours: it gives batches already; a transform that has it flushes by itself.
  kGivesBatches: Symbol('kValidatedSource'),
};
