'use strict';

// ReadStream and WriteStream. They call the functions of `fs` (or of options.fs, or of a FileHandle), one at a time. A
// descriptor is never closed during such a call: destroy() waits for it.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypeReduce, FunctionPrototypeBind, FunctionPrototypeCall, MathMin,
  ObjectDefineProperty, ObjectSetPrototypeOf, PromisePrototypeThen, ReflectApply, Symbol, joinLists,
} = require('internal/primordials');
const { partOf, setBytes } = require('internal/memory');
const { Readable, Writable, finished } = require('stream');
const { Buffer } = require('buffer');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE, ERR_STREAM_DESTROYED, ERR_SYSTEM_ERROR,
  },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
  validateBoolean, validateFunction, validateInteger, validateThisInternalField,
} = require('internal/validators');
const { FileHandle, kRef, kUnref } = require('internal/fs/file_handle');
const { getOptions, toFd, validatePath } = require('internal/fs/arguments');

const { errorOrDestroy } = require('internal/stream/lifecycle');

const READ_BYTES = 64 * 1024;
const MAX_RETRIES = 5;

const kFs = Symbol('kFs');
const kBusy = Symbol('kIsPerformingIO');
const kIoDone = Symbol('kIoDone');

// ---- common to both: opening, closing, options

// The functions of fs that a stream needs, implemented with a FileHandle.
function operationsOf(handle) {
  const callBack = (promise, done, callback, ...rest) => {
    PromisePrototypeThen(promise, (result) => ReflectApply(callback, undefined, joinLists([null], done(result))), (error) => ReflectApply(callback, undefined, joinLists([error], rest)));
  };
  return {
    open() { throw new ERR_METHOD_NOT_IMPLEMENTED('open()'); },
    close(fd, callback) {
      handle[kUnref]();
      callBack(handle.close(), () => [], callback);
    },
    fsync(fd, callback) { callBack(handle.sync(), () => [], callback); },
    read(fd, buffer, offset, length, position, callback) {
      callBack(handle.read(buffer, offset, length, position), (r) => [r.bytesRead, r.buffer], callback, 0, buffer);
    },
    write(fd, buffer, offset, length, position, callback) {
      callBack(handle.write(buffer, offset, length, position), (r) => [r.bytesWritten, r.buffer], callback, 0, buffer);
    },
    writev(fd, buffers, position, callback) {
      callBack(handle.writev(buffers, position), (r) => [r.bytesWritten, r.buffers], callback, 0, buffers);
    },
  };
}

function takeFd(stream, options) {
  if (typeof options.fd === 'number') {
    stream[kFs] = options.fs || require('fs');
    return options.fd;
  }
  if (FileHandle.isFileHandle(options.fd)) {
    if (options.fs) throw new ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
    const handle = options.fd;
    stream[kFs] = operationsOf(handle);
    handle[kRef]();
    handle.on('close', FunctionPrototypeBind(stream.close, stream));
    return handle.fd;
  }
  throw new ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], options.fd);
}

// Inherited functions count too.
function copied(options) {
  const copy = {};
  for (const name in options) copy[name] = options[name];
  return copy;
}

function setUp(stream, path, options, flags) {
  if (options.fd == null) {
    stream.fd = null;
    stream[kFs] = options.fs || require('fs');
    validateFunction(stream[kFs].open, 'options.fs.open');
    stream.path = require('internal/url/file').toPathIfFileURL(path);
    stream.flags = options.flags === undefined ? flags : options.flags;
    stream.mode = options.mode === undefined ? 0o666 : options.mode;
    validatePath(stream.path);
  } else {
    stream.fd = toFd(takeFd(stream, options));
  }
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  stream[kBusy] = false;
  stream.start = options.start;
  stream.pos = undefined;
  if (stream.start !== undefined) {
    validateInteger(stream.start, 'start', 0);
    stream.pos = stream.start;
  }
}

function construct(callback) {
  if (typeof this.fd === 'number') {
    callback();
  } else if (typeof this.open === 'function') {
    constructByOpen(this, callback);
  } else {
    this[kFs].open(this.path, this.flags, this.mode, (error, fd) => {
      if (error) {
        callback(error);
        return;
      }
      this.fd = fd;
      callback();
      this.emit('open', fd);
      this.emit('ready');
    });
  }
}

// Programs put an open() of their own on streams since before _construct() existed; it emits 'open'.
function constructByOpen(stream, callback) {
  const { emit } = stream;
  stream.emit = function(event, ...args) {
    if (event === 'open') {
      this.emit = emit;
      callback();
      ReflectApply(emit, this, joinLists([event], args));
    } else if (event === 'error') {
      this.emit = emit;
      callback(args[0]);
    } else {
      ReflectApply(emit, this, joinLists([event], args));
    }
  };
  stream.open();
}

function close(stream, error, callback) {
  if (!stream.fd) return callback(error);
  const finish = (failure) => {
    stream[kFs].close(stream.fd, (closeError) => callback(closeError || failure));
    stream.fd = null;
  };
  if (stream.flush) stream[kFs].fsync(stream.fd, (flushError) => finish(error || flushError));
  else finish(error);
}

function destroy(error, callback) {
  if (this[kBusy]) this.once(kIoDone, (ioError) => close(this, error || ioError, callback));
  else close(this, error, callback);
}

function defineCommon(type, stateName) {
  ObjectDefineProperty(type.prototype, 'autoClose', {
    __proto__: null,
    get() {
      validateThisInternalField(this, kFs, type.name);
      return this[stateName].autoDestroy;
    },
    set(value) {
      validateThisInternalField(this, kFs, type.name);
      this[stateName].autoDestroy = value;
    },
  });
  ObjectDefineProperty(type.prototype, 'pending', {
    __proto__: null,
    get() { return this.fd === null; },
    configurable: true,
  });
  type.prototype._construct = construct;
  type.prototype._destroy = destroy;
}

// ---- reading

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = copied(getOptions(options, kEmptyObject));
  if (options.highWaterMark === undefined) options.highWaterMark = READ_BYTES;
  setUp(this, path, options, 'r');
  validateFunction(this[kFs].read, 'options.fs.read');
  if (options.autoDestroy) validateFunction(this[kFs].close, 'options.fs.close');
  this.end = options.end === undefined ? Infinity : options.end;
  this.bytesRead = 0;
  if (this.end !== Infinity) {
    validateInteger(this.end, 'end', 0);
    if (this.start !== undefined && this.start > this.end) {
      throw new ERR_OUT_OF_RANGE('start', `<= "end" (here: ${this.end})`, this.start);
    }
  }
  FunctionPrototypeCall(Readable, this, options);
}
ObjectSetPrototypeOf(ReadStream.prototype, Readable.prototype);
ObjectSetPrototypeOf(ReadStream, Readable);
defineCommon(ReadStream, '_readableState');

ReadStream.prototype._read = function(wanted) {
  const count = MathMin(this.end - (this.pos === undefined ? this.bytesRead : this.pos) + 1, wanted);
  if (count <= 0) {
    this.push(null);
    return;
  }
  const buffer = Buffer.allocUnsafeSlow(count);
  this[kBusy] = true;
  this[kFs].read(this.fd, buffer, 0, count, this.pos, (error, bytesRead, filled) => {
    this[kBusy] = false;
    if (this.destroyed) this.emit(kIoDone, error);
    else if (error) errorOrDestroy(this, error);
    else if (bytesRead > 0) take(this, filled, bytesRead);
    else this.push(null);
  });
};

function take(stream, buffer, bytesRead) {
  if (stream.pos !== undefined) stream.pos += bytesRead;
  stream.bytesRead += bytesRead;
  // A short read is copied, so that it does not keep the whole buffer alive.
  stream.push(bytesRead === buffer.length ? buffer : copyOf(buffer, bytesRead));
}

function copyOf(buffer, length) {
  const copy = Buffer.allocUnsafeSlow(length);
  setBytes(copy, partOf(buffer, 0, length));
  return copy;
}

ReadStream.prototype.close = function(callback) {
  if (typeof callback === 'function') finished(this, callback);
  this.destroy();
};

// ---- writing

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = copied(getOptions(options, kEmptyObject));
  options.decodeStrings = true; // files accept bytes only
  setUp(this, path, options, 'w');
  const operations = this[kFs];
  if (!operations.write && !operations.writev) {
    throw new ERR_INVALID_ARG_TYPE('options.fs.write', 'function', operations.write);
  }
  // One of the two is enough.
  if (operations.write) validateFunction(operations.write, 'options.fs.write');
  else this._write = null;
  if (operations.writev) validateFunction(operations.writev, 'options.fs.writev');
  else this._writev = null;
  if (options.autoDestroy) validateFunction(operations.close, 'options.fs.close');
  this.flush = options.flush ?? false;
  if (options.flush != null) {
    validateBoolean(this.flush, 'options.flush');
    validateFunction(operations.fsync, 'options.fs.fsync');
  }
  this.bytesWritten = 0;
  FunctionPrototypeCall(Writable, this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
ObjectSetPrototypeOf(WriteStream.prototype, Writable.prototype);
ObjectSetPrototypeOf(WriteStream, Writable);
defineCommon(WriteStream, '_writableState');

// Writes until everything is written; fails after several attempts in a row that wrote nothing.
function writeAll(stream, how, data, size, position, callback, retries = 0) {
  const done = (error, bytesWritten) => {
    if (error?.code === 'EAGAIN') {
      error = null;
      bytesWritten = 0;
    }
    if (stream.destroyed || error) {
      callback(error || new ERR_STREAM_DESTROYED(how));
      return;
    }
    stream.bytesWritten += bytesWritten;
    const left = size - bytesWritten;
    const tries = bytesWritten > 0 ? 0 : retries + 1;
    if (tries > MAX_RETRIES) callback(new ERR_SYSTEM_ERROR(`${how} failed`));
    else if (left === 0) callback();
    else writeAll(stream, how, rest(data, bytesWritten), left, after(position, bytesWritten), callback, tries);
  };
  if (how === 'write') stream[kFs].write(stream.fd, data, 0, size, position, done);
  else stream[kFs].writev(stream.fd, data, position, done);
}

const after = (position, bytes) => (position === undefined ? undefined : position + bytes);

const rest = (data, written) =>
  (ArrayIsArray(data) ? [Buffer.concat(data).subarray(written)] : data.subarray(written));

function start(stream, how, data, size, callback) {
  stream[kBusy] = true;
  writeAll(stream, how, data, size, stream.pos, (error) => {
    stream[kBusy] = false;
    callback(error);
    if (stream.destroyed) stream.emit(kIoDone, error);
  });
  if (stream.pos !== undefined) stream.pos += size;
}

WriteStream.prototype._write = function(data, encoding, callback) {
  start(this, 'write', data, data.length, callback);
};

WriteStream.prototype._writev = function(data, callback) {
  const chunks = ArrayPrototypeMap(data, ({ chunk }) => chunk);
  start(this, 'writev', chunks, ArrayPrototypeReduce(chunks, (sum, chunk) => sum + chunk.length, 0), callback);
};

WriteStream.prototype.close = function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end(); // not destroy(), because earlier writes still have to complete
};

WriteStream.prototype.destroySoon = WriteStream.prototype.end;

module.exports = { ReadStream, WriteStream };
