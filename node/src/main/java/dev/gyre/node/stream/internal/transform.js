'use strict';

// Transform: its input is transformed and becomes its output. A write completes when its result fits into the readable
// side's buffer, otherwise at the next _read(). This is how a slow reader slows down the writer.

const { FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol } = require('internal/primordials');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { Duplex } = require('internal/stream/duplex');
const { highWaterMarkOf } = require('internal/stream/watermark');

const kCallback = Symbol('kCallback');

function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  // If the readable side buffers nothing, the writable side must not buffer instead.
  if (options && highWaterMarkOf(options, 'readableHighWaterMark', false) === 0) {
    options = {
      ...options,
      highWaterMark: null,
      readableHighWaterMark: 0,
      writableHighWaterMark: options.writableHighWaterMark || 0,
    };
  }
  FunctionPrototypeCall(Duplex, this, options);
  // _read() is implemented here, so nothing has to wait for its first call.
  this._readableState.sync = false;
  this[kCallback] = null;
  if (options) {
    if (typeof options.transform === 'function') this._transform = options.transform;
    if (typeof options.flush === 'function') this._flush = options.flush;
  }
  this.on('prefinish', onPrefinish);
}
ObjectSetPrototypeOf(Transform.prototype, Duplex.prototype);
ObjectSetPrototypeOf(Transform, Duplex);

const proto = Transform.prototype;

function final(callback) {
  if (typeof this._flush !== 'function' || this.destroyed) {
    this.push(null);
    callback?.();
    return;
  }
  this._flush((error, data) => {
    if (error) {
      if (callback) callback(error);
      else this.destroy(error);
      return;
    }
    if (data != null) this.push(data);
    this.push(null);
    callback?.();
  });
}

// Some implementations have a _final() of their own instead of _flush() or in addition to it.
function onPrefinish() {
  if (this._final !== final) FunctionPrototypeCall(final, this);
}

proto._final = final;

proto._transform = function(chunk, encoding, callback) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

proto._write = function(chunk, encoding, callback) {
  const readable = this._readableState;
  const lengthBefore = readable.length;
  this._transform(chunk, encoding, (error, result) => {
    if (error) {
      callback(error);
      return;
    }
    if (result != null) this.push(result);
    if (readable.ended) {
      process.nextTick(callback); // it has pushed null, which the listeners learn first
    } else if (this._writableState.ended || lengthBefore === readable.length ||
               readable.length < readable.highWaterMark) {
      callback();
    } else {
      this[kCallback] = callback;
    }
  });
};

proto._read = function() {
  const callback = this[kCallback];
  if (callback === null) return;
  this[kCallback] = null;
  callback();
};

function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  FunctionPrototypeCall(Transform, this, options);
}
ObjectSetPrototypeOf(PassThrough.prototype, Transform.prototype);
ObjectSetPrototypeOf(PassThrough, Transform);

PassThrough.prototype._transform = function(chunk, encoding, callback) {
  callback(null, chunk);
};

module.exports = { PassThrough, Transform };
