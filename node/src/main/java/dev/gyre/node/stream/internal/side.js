'use strict';

// The state that readable and writable sides have in common. Packages read `_readableState` and `_writableState`, so the
// fields have Node's names.

const { Buffer } = require('buffer');
const { codes: { ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { getDefaultHighWaterMark, highWaterMarkOf } = require('internal/stream/watermark');

function encodingOf(given) {
  if (given == null || given === 'utf8' || given === 'utf-8') return 'utf8';
  if (!Buffer.isEncoding(given)) throw new ERR_UNKNOWN_ENCODING(given);
  return given;
}

class Side {
  // modeKey, markKey: the options of a Duplex for this side only; undefined for a stream with one side.
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
    // A stream with _construct() can neither work nor be destroyed before it has completed.
    this.constructed = true;
    this.destroyed = false;
    this.closed = false; // _destroy() has completed
    this.closeEmitted = false; // also set if emitClose is off
    this.errored = null; // nothing more is read or written; destroyed only with autoDestroy
    this.errorEmitted = false;
    this.sync = true; // inside the implementation's function, or before its first call
  }
}

module.exports = { Side };
