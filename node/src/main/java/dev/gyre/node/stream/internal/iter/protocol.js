'use strict';

// The symbols by which foreign objects take part in stream/iter, and those that mark iterables inside of it. A stream is an
// iterable of batches: arrays of Uint8Arrays.

const { Symbol, SymbolFor } = require('internal/primordials');

module.exports = {
  broadcastProtocol: SymbolFor('Stream.broadcastProtocol'),
  drainableProtocol: SymbolFor('Stream.drainableProtocol'),
  shareProtocol: SymbolFor('Stream.shareProtocol'),
  shareSyncProtocol: SymbolFor('Stream.shareSyncProtocol'),
  toAsyncStreamable: SymbolFor('Stream.toAsyncStreamable'),
  toStreamable: SymbolFor('Stream.toStreamable'),
  // Marks our own objects: an iterable that yields batches already, a transform that flushes by itself.
  kGivesBatches: Symbol('kValidatedSource'),
};
