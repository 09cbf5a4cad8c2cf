'use strict';

// The arguments of fs: validates them and converts them for the native functions. A path is a string or a Uint8Array, whose
// bytes are passed on unchanged; -1 stands for "no position".

const {
  ArrayIsArray, ArrayPrototypeEvery, BigInt, DateNow, DatePrototypeGetTime, MathTrunc, NumberIsFinite, NumberIsSafeInteger,
  ObjectAssign, ObjectIs, RangeError, RegExpPrototypeExec, SafeMap, StringPrototypeIncludes, StringPrototypeSlice, TypeError,
  Uint8ArrayPrototype, copyList,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const {
  parseFileMode, validateAbortSignal, validateBoolean, validateInt32, validateInteger,
} = require('internal/validators');
const { isArrayBufferView, isDate, isUint8Array } = require('util/types');
const { kEmptyObject } = require('internal/util');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const constants = require('internal/fs/constants');
const { uncurryThis } = require('internal/buffer/types');

const includes = uncurryThis(Uint8ArrayPrototype.includes);

const MAX_USER_ID = 2 ** 32 - 1;
const MAX_SMALL_MODE = 7; // covers the bits of access() and those of copyFile()

// ---- paths

function validatePath(path, name = 'path') {
  if (typeof path === 'string') {
    if (!StringPrototypeIncludes(path, '\0')) return;
  } else if (isUint8Array(path)) {
    if (!includes(path, 0)) return;
  } else {
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  }
  throw new ERR_INVALID_ARG_VALUE(name, path, 'must be a string, Uint8Array, or URL without null bytes');
}

function toPath(fileURLOrPath, name) {
  // A plain string doesn't need the URL module, which may not be loaded yet.
  const path = typeof fileURLOrPath === 'string' ?
    fileURLOrPath : require('internal/url/file').toPathIfFileURL(fileURLOrPath);
  validatePath(path, name);
  return path;
}

function toFd(fd, name = 'fd') {
  if (ObjectIs(fd, -0)) return 0;
  validateInt32(fd, name, 0);
  return fd;
}

const isFd = (value) => typeof value === 'number' && value === (value | 0);

// ---- options

function checkEncoding(encoding) {
  if (encoding && !Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

function getOptions(options, defaults = kEmptyObject) {
  if (options == null || typeof options === 'function') return defaults;
  if (typeof options === 'string') options = { ...defaults, encoding: options };
  else if (typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
  if (options.encoding !== 'buffer') checkEncoding(options.encoding);
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  return options;
}

function optionalBoolean(value, name) {
  if (value != null) validateBoolean(value, name);
  return value === true;
}

// ---- returned names: UTF-8 strings, or bytes to be decoded here

const wantsBytes = (encoding) => encoding != null && encoding !== 'utf8' && encoding !== 'utf-8';

function toBuffer(bytes) {
  return new FastBuffer(bufferOf(bytes), byteOffsetOf(bytes), byteLengthOf(bytes));
}

function encodeName(name, encoding) {
  if (typeof name === 'string') return name;
  const buffer = toBuffer(name);
  return encoding === 'buffer' ? buffer : buffer.toString(encoding);
}

// ---- numbers

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

const FLAGS = new SafeMap([
  ['r', O_RDONLY],
  ['rs', O_RDONLY | O_SYNC],
  ['r+', O_RDWR],
  ['rs+', O_RDWR | O_SYNC],
  ['w', O_TRUNC | O_CREAT | O_WRONLY],
  ['wx', O_TRUNC | O_CREAT | O_WRONLY | O_EXCL],
  ['w+', O_TRUNC | O_CREAT | O_RDWR],
  ['wx+', O_TRUNC | O_CREAT | O_RDWR | O_EXCL],
  ['a', O_APPEND | O_CREAT | O_WRONLY],
  ['ax', O_APPEND | O_CREAT | O_WRONLY | O_EXCL],
  ['as', O_APPEND | O_CREAT | O_WRONLY | O_SYNC],
  ['a+', O_APPEND | O_CREAT | O_RDWR],
  ['ax+', O_APPEND | O_CREAT | O_RDWR | O_EXCL],
  ['as+', O_APPEND | O_CREAT | O_RDWR | O_SYNC],
]);
for (let i = 0, list = copyList(FLAGS); i < list.length; i++) {
  const { 0: flags, 1: number } = list[i];
  if (RegExpPrototypeExec(/[sx]/, flags) !== null) FLAGS.set(flags[1] + flags[0] + StringPrototypeSlice(flags, 2), number); // 'sr', 'xw+' and so on
}

function toFlags(flags, name = 'flags') {
  if (typeof flags === 'number') {
    validateInt32(flags, name);
    return flags + 0; // -0 becomes 0
  }
  if (flags == null) return O_RDONLY;
  const number = FLAGS.get(flags);
  if (number === undefined) throw new ERR_INVALID_ARG_VALUE('flags', flags);
  return number;
}

// For access() and copyFile(), which Node checks natively: messages don't name the argument, and fractions are truncated.
function toSmallMode(mode) {
  if (mode == null) return 0;
  if (typeof mode !== 'number') throw withCode(new TypeError('mode must be int32 or null/undefined'), 'ERR_INVALID_ARG_TYPE');
  const whole = MathTrunc(mode);
  if (whole >= 0 && whole <= MAX_SMALL_MODE) return whole + 0; // -0 becomes 0
  const range = NumberIsFinite(mode) ? `: >= 0 && <= ${MAX_SMALL_MODE}` : '';
  throw withCode(new RangeError(`mode is out of range${range}`), 'ERR_OUT_OF_RANGE');
}

const withCode = (error, code) => ObjectAssign(error, { code });

function toCopyMode(mode) {
  if (mode == null) return 0;
  validateInteger(mode, 'mode', 0, MAX_SMALL_MODE);
  return mode;
}

function validateUserId(id, name) {
  validateInteger(id, name, -1, MAX_USER_ID);
}

// Seconds since 1970. A negative number means now.
function toUnixTimestamp(time, name = 'time') {
  if (typeof time === 'string' && +time == time) return +time;
  if (NumberIsFinite(time)) return time < 0 ? DateNow() / 1000 : time;
  if (isDate(time)) return DatePrototypeGetTime(time) / 1000;
  throw new ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

// ---- buffers and ranges

function validateReadRange(offset, length, bufferLength) {
  if (offset < 0) throw new ERR_OUT_OF_RANGE('offset', '>= 0', offset);
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (offset + length > bufferLength) {
    throw new ERR_OUT_OF_RANGE('length', `<= ${bufferLength - offset}`, length);
  }
}

function validateWriteRange(offset, length, byteLength) {
  if (offset > byteLength) throw new ERR_OUT_OF_RANGE('offset', `<= ${byteLength}`, offset);
  if (length > byteLength - offset) {
    throw new ERR_OUT_OF_RANGE('length', `<= ${byteLength - offset}`, length);
  }
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  validateInt32(length, 'length', 0);
}

function validateBufferArray(buffers, name = 'buffers') {
  if (!ArrayIsArray(buffers) || !ArrayPrototypeEvery(buffers, (buffer) => isArrayBufferView(buffer))) {
    throw new ERR_INVALID_ARG_TYPE(name, 'ArrayBufferView[]', buffers);
  }
}

function validateData(data, name) {
  if (typeof data !== 'string' && !isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
}

function toReadPosition(position, length, name = 'position') {
  if (position == null) return -1;
  if (typeof position === 'number') {
    validateInteger(position, name, -1);
  } else if (typeof position === 'bigint') {
    const max = 2n ** 63n - 1n - BigInt(length);
    if (!(position >= -1n && position <= max)) {
      throw new ERR_OUT_OF_RANGE(name, `>= -1 && <= ${max}`, position);
    }
  } else {
    throw new ERR_INVALID_ARG_TYPE(name, ['integer', 'bigint'], position);
  }
  return position;
}

// Writes are less strict: a position that is no integer means the current position.
const toWritePosition = (position) => (NumberIsSafeInteger(position) ? position : -1);

module.exports = {
  encodeName,
  getOptions,
  isFd,
  optionalBoolean,
  parseFileMode,
  toBuffer,
  toCopyMode,
  toFd,
  toFlags,
  toPath,
  toReadPosition,
  toSmallMode,
  toUnixTimestamp,
  toWritePosition,
  validateBufferArray,
  validateData,
  validatePath,
  validateReadRange,
  validateUserId,
  validateWriteRange,
  wantsBytes,
};
