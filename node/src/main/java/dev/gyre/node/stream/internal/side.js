'use strict';

// What the state of a stream's readable side and that of its writable side have in common. Packages look into
// `_readableState` and `_writableState`, so the names of these fields are Node's.

const { Buffer } = require('buffer');
const { codes: { ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { getDefaultHighWaterMark, highWaterMarkOf } = require('internal/stream/watermark');

function encodingOf(given) {
  if (given == null || given === 'utf8' || given === 'utf-8') return 'utf8';
  if (!Buffer.isEncoding(given)) throw new ERR_UNKNOWN_ENCODING(given);
  return given;
}

class Side {
  // modeKey, markKey: the options a Duplex has for this side alone; undefined for a stream with one side.
  constructor(options, modeKey, markKey) {
    this.length = 0;
    if (options == null) {
      this.objectMode = false;
      this.highWaterMark = getDefaultHighWaterMark(false);
      this.emitClose = true;
      this.autoDestroy = true;
      this.defaultEncoding = 'utf8';
    } else {
      this.objectMode = !!options.objectMode || (modeKey !== undefined && !!options[modeKey]);
      this.highWaterMark = highWaterMarkOf(options, markKey, this.objectMode);
      this.emitClose = options.emitClose !== false;
      this.autoDestroy = options.autoDestroy !== false;
      this.defaultEncoding = encodingOf(options.defaultEncoding);
    }
    // A stream with _construct() can neither work nor be destroyed before that is done.
    this.constructed = true;
    this.destroyed = false;
    this.closed = false; // destroying has come to its end
    this.closeEmitted = false; // or would have been, with emitClose
    this.errored = null; // nothing more is read or written; destroyed only with autoDestroy
    this.errorEmitted = false;
    this.sync = true; // inside the implementation's function, or before the first call of it
  }
}

module.exports = { Side };
