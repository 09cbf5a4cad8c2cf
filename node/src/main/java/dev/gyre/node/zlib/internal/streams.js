'use strict';

// The stream classes. Each is a Transform whose chunks go through a native codec on the pool, one write at a time; the
// output is divided into chunks of `chunkSize`.
//
// Packages that use zlib without streams (minizlib, and so npm and tar; pngjs) access _handle, _outBuffer, _processChunk and
// _writeState, so these exist under Node's names.

const {
  ArrayPrototypeForEach, ArrayPrototypePush, FunctionPrototypeCall, MathCeil, MathMax, MathMin, ObjectDefineProperty,
  ObjectSetPrototypeOf, Symbol, Uint32ArrayOf,
} = require('internal/primordials');
const { codes: {
  ERR_BUFFER_TOO_LARGE,
  ERR_TRAILING_JUNK_AFTER_STREAM_END,
} } = require('internal/errors');
const { Transform, finished } = require('stream');
const { Buffer } = require('buffer');
const { checkRangesOrGetDefault } = require('internal/validators');
const { deprecateInstantiation } = require('internal/deprecation');
const { constants } = require('internal/zlib/constants');
const { describe, flushesOf } = require('internal/zlib/options');
const { inputBytes, lasting } = require('internal/zlib/handle');

const {
  Z_NO_FLUSH, Z_BLOCK, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH,
  Z_MIN_LEVEL, Z_MAX_LEVEL, Z_DEFAULT_STRATEGY, Z_FIXED,
  DEFLATE, DEFLATERAW, INFLATE, INFLATERAW, GZIP, GUNZIP, UNZIP, BROTLI_DECODE, BROTLI_ENCODE,
  ZSTD_COMPRESS, ZSTD_DECOMPRESS,
} = constants;

const TASK_OUTPUT_BYTES = 64 * 1024;

const kError = Symbol('kError');
const kFlushFlag = Symbol('kFlushFlag');
const kContinue = Symbol('kContinue'); // work that waits until the reader has room

// From the weakest to the strongest. Brotli's and zstd's operations have the same order.
const STRENGTH = [];
ArrayPrototypeForEach([Z_NO_FLUSH, Z_BLOCK, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH], (flush, i) => STRENGTH[flush] = i);
const stronger = (a, b) => (STRENGTH[a] > STRENGTH[b] ? a : b);

function inherit(Class, Parent) {
  ObjectSetPrototypeOf(Class.prototype, Parent.prototype);
  ObjectSetPrototypeOf(Class, Parent);
}

function ZlibBase(options, mode) {
  const { handle, parameters, common } = describe(mode, options);
  handle.watch();
  if (options && (options.encoding || options.objectMode || options.writableObjectMode)) {
    options = { ...options, encoding: null, objectMode: false, writableObjectMode: false };
  }
  FunctionPrototypeCall(Transform, this, { autoDestroy: true, ...options });
  this[kError] = null;
  this[kContinue] = null;
  this.bytesWritten = 0;
  this._handle = handle;
  handle.onerror = (error) => {
    this.destroy(error);
    this[kError] = error;
  };
  this._outBuffer = Buffer.allocUnsafe(common.chunkSize);
  this._outOffset = 0;
  this._chunkSize = common.chunkSize;
  this._defaultFlushFlag = common.flush;
  this._finishFlushFlag = common.finishFlush;
  this._defaultFullFlushFlag = flushesOf(mode).full;
  this._info = common.info;
  this._maxOutputLength = common.maxOutputLength;
  this._rejectGarbageAfterEnd = common.rejectsGarbage;
  if (parameters !== undefined) {
    this._level = parameters.level;
    this._strategy = parameters.strategy;
  }
  this._mode = mode;
}
inherit(ZlibBase, Transform);

ObjectDefineProperty(ZlibBase.prototype, '_closed', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return !this._handle; },
});

// The remaining room for output, and the remaining input, after the last write.
ObjectDefineProperty(ZlibBase.prototype, '_writeState', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return Uint32ArrayOf(this._handle?.outputLeft, this._handle?.inputLeft); },
});

// node:assert is loaded only to fail: it has ten files.
function checkOpen(handle) {
  if (!handle) require('assert')(handle, 'zlib binding closed');
}

ZlibBase.prototype.reset = function() {
  checkOpen(this._handle);
  return this._handle.reset();
};

// The end of the input: an empty chunk, to which finishFlush applies.
ZlibBase.prototype._flush = function(callback) {
  this._transform(Buffer.alloc(0), '', callback);
};

ZlibBase.prototype._final = function(callback) {
  callback();
};

// A flush is queued among the writes as a marked empty chunk.
function flushChunk(kind) {
  const chunk = Buffer.alloc(0);
  chunk[kFlushFlag] = kind;
  return chunk;
}

ZlibBase.prototype.flush = function(kind, callback) {
  if (typeof kind === 'function' || (kind === undefined && !callback)) {
    callback = kind;
    kind = this._defaultFullFlushFlag;
  }
  const { min, max } = flushesOf(this._mode);
  kind = checkRangesOrGetDefault(kind, 'kind', min, max, this._defaultFullFlushFlag);
  if (this.writableFinished) {
    if (callback) process.nextTick(callback);
  } else if (this.writableEnded) {
    if (callback) this.once('end', callback);
  } else {
    this.write(flushChunk(kind), '', callback);
  }
};

ZlibBase.prototype.close = function(callback) {
  if (callback) finished(this, callback);
  this.destroy();
};

function closeHandle(stream) {
  stream._handle?.close();
  stream._handle = null;
}

ZlibBase.prototype._destroy = function(error, callback) {
  closeHandle(this);
  callback(error);
};

ZlibBase.prototype._transform = function(chunk, encoding, callback) {
  let flush = typeof chunk[kFlushFlag] === 'number' ? chunk[kFlushFlag] : this._defaultFlushFlag;
  if (this.writableEnded && this.writableLength === chunk.byteLength) flush = stronger(flush, this._finishFlushFlag);
  advance(this, lasting(inputBytes(chunk)), flush, callback);
};

ZlibBase.prototype._read = function(size) {
  const resume = this[kContinue];
  if (resume !== null) {
    this[kContinue] = null;
    resume();
  }
  FunctionPrototypeCall(Transform.prototype._read, this, size);
};

ZlibBase.prototype._processChunk = function(chunk, flush, callback) {
  chunk = inputBytes(chunk);
  if (typeof callback === 'function') return advance(this, chunk, flush, callback);
  return processNow(this, chunk, flush);
};

// If there is much output, one task of the pool produces several chunks of it, if the reader has room.
function renewOutput(stream) {
  const { _chunkSize: chunkSize } = stream;
  const wanted = MathMin(TASK_OUTPUT_BYTES, stream.readableHighWaterMark - stream.readableLength);
  stream._outOffset = 0;
  stream._outBuffer = Buffer.allocUnsafe(chunkSize * MathMax(1, MathCeil(wanted / chunkSize)));
}

// Passes `made` bytes of _outBuffer to the reader, in chunks of at most chunkSize; returns whether there is room for more.
function pushOutput(stream, made) {
  const { _chunkSize: chunkSize, _outBuffer: output } = stream;
  const end = stream._outOffset + made;
  let hasRoom = true;
  while (stream._outOffset < end && !stream.destroyed) {
    const from = stream._outOffset;
    stream._outOffset = MathMin(end, from - from % chunkSize + chunkSize);
    hasRoom = stream.push(output.slice(from, stream._outOffset));
  }
  return hasRoom;
}

function advance(stream, chunk, flush, callback, offset = 0) {
  const handle = stream._handle;
  if (!handle) return process.nextTick(callback);
  const length = chunk.byteLength - offset;
  const room = stream._outBuffer.length - stream._outOffset;
  handle.write(flush, chunk, offset, length, stream._outBuffer, stream._outOffset, room, (error) => {
    if (error) return handle.onerror(error);
    if (stream.destroyed) return callback();
    const { inputLeft, outputLeft } = handle;
    stream.bytesWritten += length - inputLeft;
    const hasRoom = pushOutput(stream, room - outputLeft);
    if (stream.destroyed) return callback();
    if (outputLeft === 0) {
      // There may be more: continues with the rest of the input when the reader has room.
      const next = () => {
        renewOutput(stream);
        advance(stream, chunk, flush, callback, chunk.byteLength - inputLeft);
      };
      if (hasRoom) next();
      else stream[kContinue] = next;
      return;
    }
    if (inputLeft > 0) {
      // If there is room for output and input is left, the compressed stream ended before its input did.
      if (stream._rejectGarbageAfterEnd) {
        const junk = new ERR_TRAILING_JUNK_AFTER_STREAM_END();
        stream.destroy(junk);
        return callback(junk);
      }
      stream.push(null);
    }
    callback();
  });
}

// Processes the whole chunk synchronously and closes the stream. The first part of the result is in _outBuffer.
function processNow(stream, chunk, flush) {
  const handle = stream._handle;
  checkOpen(handle);
  if (stream[kError]) throw stream[kError];
  const parts = [];
  let made = 0;
  let offset = 0;
  let output = stream._outBuffer;
  let outputOffset = stream._outOffset;
  for (;;) {
    const room = output.length - outputOffset;
    handle.writeSync(flush, chunk, offset, chunk.byteLength - offset, output, outputOffset, room);
    if (stream[kError]) {
      stream.on('error', () => {});
      throw stream[kError];
    }
    const have = room - handle.outputLeft;
    offset = chunk.byteLength - handle.inputLeft;
    if (have > 0) {
      ArrayPrototypePush(parts, output.slice(outputOffset, outputOffset + have));
      outputOffset += have;
      made += have;
      if (made > stream._maxOutputLength) {
        closeHandle(stream);
        throw new ERR_BUFFER_TOO_LARGE(stream._maxOutputLength);
      }
    }
    if (handle.outputLeft > 0) break;
    output = Buffer.allocUnsafe(stream._chunkSize);
    outputOffset = 0;
  }
  closeHandle(stream);
  if (handle.inputLeft > 0 && stream._rejectGarbageAfterEnd) throw new ERR_TRAILING_JUNK_AFTER_STREAM_END();
  stream.bytesWritten = offset;
  if (parts.length === 0) return Buffer.alloc(0);
  return parts.length === 1 ? parts[0] : Buffer.concat(parts, made);
}

// ---- zlib's formats

function Zlib(options, mode) {
  FunctionPrototypeCall(ZlibBase, this, options, mode);
}
inherit(Zlib, ZlibBase);

// Data written so far is compressed with the old parameters.
Zlib.prototype.params = function params(level, strategy, callback) {
  checkRangesOrGetDefault(level, 'level', Z_MIN_LEVEL, Z_MAX_LEVEL);
  checkRangesOrGetDefault(strategy, 'strategy', Z_DEFAULT_STRATEGY, Z_FIXED);
  if (this._level === level && this._strategy === strategy) {
    process.nextTick(callback);
    return;
  }
  this.flush(Z_SYNC_FLUSH, () => {
    checkOpen(this._handle);
    try {
      this._handle.params(level, strategy);
    } catch (error) {
      this.destroy(error);
      return;
    }
    this._level = level;
    this._strategy = strategy;
    if (callback) callback();
  });
};

function Brotli(options, mode) {
  FunctionPrototypeCall(ZlibBase, this, options, mode);
}
inherit(Brotli, Zlib);

function streamClass(name, Parent, mode) {
  const Class = {
    [name]: function(options) {
      if (!(this instanceof Class)) return deprecateInstantiation(Class, 'DEP0184', options);
      FunctionPrototypeCall(Parent, this, options, mode);
    },
  }[name];
  inherit(Class, Parent);
  return Class;
}

// These are classes, which can't be called without `new`.
const ZstdBase = function Zstd(options, mode) {
  FunctionPrototypeCall(ZlibBase, this, options, mode);
};
inherit(ZstdBase, ZlibBase);

class ZstdCompress extends ZstdBase {
  constructor(options) { super(options, ZSTD_COMPRESS); }
}

class ZstdDecompress extends ZstdBase {
  constructor(options) { super(options, ZSTD_DECOMPRESS); }
}

module.exports = {
  Deflate: streamClass('Deflate', Zlib, DEFLATE),
  Inflate: streamClass('Inflate', Zlib, INFLATE),
  Gzip: streamClass('Gzip', Zlib, GZIP),
  Gunzip: streamClass('Gunzip', Zlib, GUNZIP),
  DeflateRaw: streamClass('DeflateRaw', Zlib, DEFLATERAW),
  InflateRaw: streamClass('InflateRaw', Zlib, INFLATERAW),
  Unzip: streamClass('Unzip', Zlib, UNZIP),
  BrotliCompress: streamClass('BrotliCompress', Brotli, BROTLI_ENCODE),
  BrotliDecompress: streamClass('BrotliDecompress', Brotli, BROTLI_DECODE),
  ZstdCompress,
  ZstdDecompress,
};
