'use strict';

// read, write, readv and writev of descriptors: their argument forms, and the questions made from them.

const { ArrayPrototypeMap, MathMin } = require('internal/primordials');
const { Buffer } = require('buffer');
const { isArrayBufferView } = require('util/types');
const { kEmptyObject } = require('internal/util');
const { ViewList, byteLengthOf, bytesOf, lendForOutput } = require('internal/memory');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  kValidateObjectAllowNullable, validateBuffer, validateEncoding, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const calls = require('internal/fs/calls');
const { answer, answerSync, ask, askValue } = require('internal/fs/call_styles');
const { elsewhere } = require('internal/fs/elsewhere');
const {
  toFd, toReadPosition, toWritePosition, validateBufferArray, validateData, validateReadRange, validateWriteRange,
} = require('internal/fs/arguments');

const DEFAULT_READ_BYTES = 16384;

// ---- questions

// Reading nothing needs no question.
function readQuestion(fd, buffer, offset, length, position, isSync) {
  validateBuffer(buffer);
  if (offset === undefined || (offset === null && !isSync)) offset = 0;
  else validateInteger(offset, 'offset', 0);
  length |= 0;
  position = toReadPosition(position, length);
  if (length === 0) return undefined;
  const byteLength = byteLengthOf(buffer);
  if (byteLength === 0) {
    throw new ERR_INVALID_ARG_VALUE('buffer', buffer, 'is empty and cannot be written');
  }
  validateReadRange(offset, length, byteLength);
  return calls.read(toFd(fd), buffer, offset, length, position, isSync);
}

function writeBufferQuestion(fd, buffer, offset, length, position, isSync) {
  if (offset == null) offset = 0;
  else validateInteger(offset, 'offset', 0);
  const byteLength = byteLengthOf(buffer);
  if (typeof length !== 'number') length = byteLength - offset;
  validateWriteRange(offset, length, byteLength);
  return calls.write(toFd(fd), buffer, offset, length, toWritePosition(position), isSync);
}

function writeStringQuestion(fd, text, position, encoding) {
  validateEncoding(text, encoding);
  const buffer = Buffer.from(text, Buffer.isEncoding(encoding) ? encoding : 'utf8');
  return calls.write(toFd(fd), buffer, 0, byteLengthOf(buffer), toWritePosition(position));
}

const lengthOf = (buffer) => (isArrayBufferView(buffer) ? byteLengthOf(buffer) : buffer?.byteLength);

// { offset, length, position } in one object, or as three arguments.
function spreadOptions(buffer, options) {
  const { offset = 0, length = lengthOf(buffer) - offset, position = null } = options ?? kEmptyObject;
  return [offset, length, position];
}

// ---- read

// The forms without a callback check the descriptor last.
function readSync(fd, buffer, offsetOrOptions, length, position) {
  validateBuffer(buffer);
  let offset = offsetOrOptions;
  if (arguments.length <= 3 || typeof offsetOrOptions === 'object') {
    if (offsetOrOptions !== undefined) validateObject(offsetOrOptions, 'options', kValidateObjectAllowNullable);
    ({ 0: offset, 1: length, 2: position } = spreadOptions(buffer, offsetOrOptions));
  }
  const question = readQuestion(fd, buffer, offset, length, position, true);
  return question === undefined ? 0 : answerSync(question);
}

function read(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = toFd(fd);
  let offset = offsetOrOptions;
  if (arguments.length <= 4) {
    let options;
    if (arguments.length === 4) { // fd, buffer, options, callback
      options = offsetOrOptions;
      callback = length;
      validateObject(options, 'options', kValidateObjectAllowNullable);
    } else if (arguments.length === 3) { // fd, buffer or options, callback
      if (!isArrayBufferView(buffer)) {
        options = buffer;
        ({ buffer = Buffer.alloc(DEFAULT_READ_BYTES) } = options ?? kEmptyObject);
      }
      callback = offsetOrOptions;
    } else { // fd, callback
      callback = buffer;
      buffer = Buffer.alloc(DEFAULT_READ_BYTES);
    }
    if (options !== undefined) validateObject(options, 'options', kValidateObjectAllowNullable);
    ({ 0: offset, 1: length, 2: position } = spreadOptions(buffer, options));
  }
  validateBuffer(buffer);
  validateFunction(callback, 'cb');
  const question = readQuestion(fd, buffer, offset, length, position);
  if (question === undefined) process.nextTick(() => callback(null, 0, buffer));
  else answer(question, (error, bytesRead) => callback(error, error ? 0 : bytesRead, buffer));
}

// ---- write

function writeSync(fd, buffer, offsetOrOptions, length, position) {
  if (!isArrayBufferView(buffer)) {
    validateData(buffer, 'buffer');
    return answerSync(writeStringQuestion(fd, buffer, offsetOrOptions, length));
  }
  let offset = offsetOrOptions;
  if (typeof offset === 'object') ({ 0: offset, 1: length, 2: position } = spreadOptions(buffer, offsetOrOptions));
  return answerSync(writeBufferQuestion(fd, buffer, offset, length, position, true));
}

function write(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = toFd(fd);
  const done = (error, written) => callback(error, error ? 0 : written, buffer);
  let offset = offsetOrOptions;
  if (isArrayBufferView(buffer)) {
    callback ||= position || length || offset;
    validateFunction(callback, 'cb');
    if (typeof offset === 'object') ({ 0: offset, 1: length, 2: position } = spreadOptions(buffer, offsetOrOptions));
    if (typeof offset === 'function') offset = 0;
    answer(writeBufferQuestion(fd, buffer, offset, length, position), done);
    return;
  }
  validateData(buffer, 'buffer');
  let encoding = length; // fd, string[, position[, encoding]], callback
  callback = position;
  if (typeof callback !== 'function') {
    callback = typeof offset === 'function' ? offset : length;
    if (typeof offset === 'function') offset = null;
    encoding = 'utf8';
  }
  validateEncoding(buffer, encoding);
  validateFunction(callback, 'cb');
  answer(writeStringQuestion(fd, buffer, offset, encoding), done);
}

// ---- several buffers

const vectorQuestion = (fn, fd, buffers, position) => elsewhere(fn, fd, buffers, toWritePosition(position)) ??
  (fn === 'readv' ? readvQuestion : writevQuestion)(fd, listOf(buffers), toWritePosition(position));

// A copy of the user's array as it is now.
function listOf(buffers) {
  const views = [];
  for (let i = 0; i < buffers.length; i++) views[i] = bytesOf(buffers[i]);
  return views;
}

const writevQuestion = (fd, views, position) => askValue('writev', [fd, new ViewList(views), position]);

// The loans end with the question. The number of bytes read is distributed among them in order.
function readvQuestion(fd, targets, position) {
  const loans = ArrayPrototypeMap(targets, (target) => lendForOutput(target));
  const end = (count) => {
    let left = count;
    for (let i = 0; i < loans.length; i++) {
      const loan = loans[i];
      const length = MathMin(left, loan.length);
      loan.end(length);
      left -= length;
    }
    return count;
  };
  const views = ArrayPrototypeMap(loans, (loan) => loan.part(0, loan.length));
  return ask('readv', [fd, new ViewList(views), position], end, () => end(0));
}

function readvSync(fd, buffers, position) {
  validateBufferArray(buffers);
  return answerSync(vectorQuestion('readv', toFd(fd), buffers, position));
}

function writevSync(fd, buffers, position) {
  validateBufferArray(buffers);
  return buffers.length === 0 ? 0 : answerSync(vectorQuestion('writev', toFd(fd), buffers, position));
}

function vector(fn, fd, buffers, position, callback) {
  fd = toFd(fd);
  validateBufferArray(buffers);
  callback ||= position;
  validateFunction(callback, 'cb');
  if (buffers.length === 0 && fn === 'writev') process.nextTick(callback, null, 0, buffers);
  else answer(vectorQuestion(fn, fd, buffers, position), (error, n) => callback(error, error ? 0 : n, buffers));
}

function readv(fd, buffers, position, callback) {
  vector('readv', fd, buffers, position, callback);
}

function writev(fd, buffers, position, callback) {
  vector('writev', fd, buffers, position, callback);
}

module.exports = {
  DEFAULT_READ_BYTES,
  read,
  readQuestion,
  readSync,
  readv,
  readvSync,
  spreadOptions,
  vectorQuestion,
  write,
  writeBufferQuestion,
  writeStringQuestion,
  writeSync,
  writev,
  writevSync,
};
