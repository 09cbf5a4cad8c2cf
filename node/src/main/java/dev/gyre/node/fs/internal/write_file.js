'use strict';

// writeFile and appendFile. Small data without a signal take one native call or one task of the worker pool. The rest is
// written part by part, directly from JavaScript's memory.

const { MathMin, safeGenerators } = require('internal/primordials');
const { Buffer } = require('buffer');
const { isArrayBufferView } = require('util/types');
const { bufferOf, byteLengthOf, bytesOf, canBeHeld, lend, partOf } = require('internal/memory');
const { validateBoolean, validateInteger } = require('internal/validators');
const { ask, publicly, runSync } = require('internal/fs/call_styles');
const calls = require('internal/fs/calls');
const { isElsewhere } = require('internal/fs/elsewhere');
const questions = require('internal/fs/questions');
const { getOptions, isFd, parseFileMode, toFlags, toPath, validateData } = require('internal/fs/arguments');
const { checkAborted, closing } = require('internal/fs/read_file');
const { isWatched } = require('internal/slots');

const PART_BYTES = 512 * 1024;
const SMALL_CHARS = PART_BYTES / 4;

function writeFileOptions(options, flag) {
  options = getOptions(options, { encoding: 'utf8', mode: 0o666, flag, flush: false });
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  return {
    encoding: options.encoding || 'utf8',
    mode: parseFileMode(options.mode, 'mode', 0o666),
    flag: options.flag || flag,
    flush,
    signal: options.signal,
  };
}

// UTF-8 text crosses as a string, anything else as bytes.
function toData(data, encoding) {
  validateData(data, 'data');
  if (typeof data !== 'string') return bytesOf(data);
  return encoding === 'utf8' || encoding === 'utf-8' ? data : Buffer.from(data, encoding);
}

// ---- steps

function* writeBytes(fd, bytes, signal) {
  const loan = canBeHeld(bufferOf(bytes)) ? lend(bytes) : undefined; // one loan for all parts
  try {
    for (let from = 0; from < (loan?.length ?? byteLengthOf(bytes));) {
      checkAborted(signal);
      const length = MathMin(PART_BYTES, (loan?.length ?? byteLengthOf(bytes)) - from);
      from += yield calls.write(fd, loan?.part(from, length) ?? partOf(bytes, from, length), 0, length, -1);
    }
  } finally {
    loan?.end();
  }
}

function* writeDescriptor(fd, data, { encoding, flush, signal }) {
  checkAborted(signal);
  yield* writeBytes(fd, isArrayBufferView(data) ? data : Buffer.from(data, encoding), signal);
  if (flush) yield publicly('fsync', [fd]);
}

const isSmall = (data) =>
  (typeof data === 'string' ? data.length <= SMALL_CHARS : byteLengthOf(data) <= PART_BYTES);

function* writeFileSteps(file, data, options) {
  data = toData(data, options.encoding);
  const { flag, flush, mode, signal } = options;
  const path = isFd(file) ? undefined : toPath(file);
  const isOneCall = isSmall(data) && signal === undefined && !flush && !isWatched() && !isElsewhere(path ?? file);
  if (isOneCall && path !== undefined && calls.fitsWithPath(path, data)) {
    yield calls.writeFile(path, data, toFlags(flag), mode);
  } else if (isOneCall) {
    yield ask('writeWhole', [path ?? file, data, toFlags(flag), mode]);
  } else if (isFd(file)) {
    yield* writeDescriptor(file, data, options);
  } else {
    checkAborted(signal);
    const fd = yield questions.open(file, flag, mode);
    yield* closing(fd, writeDescriptor(fd, data, options));
  }
}

function writeFileSync(path, data, options) {
  runSync(writeFileSteps(path, data, writeFileOptions(options, 'w')));
}

function appendFileSync(path, data, options) {
  runSync(writeFileSteps(path, data, writeFileOptions(options, 'a')));
}

// ---- truncate

// With a callback the length is checked before the file is opened, otherwise afterwards. The position of the callback is
// derived from the number of parameters, so none of them has a default value.
function* truncateSteps(path, length) {
  const size = length === undefined ? 0 : length;
  validateInteger(size, 'len');
  yield* truncateOpenSteps(path, size);
}

function* truncateOpenSteps(path, length) {
  const fd = yield questions.open(path, 'r+');
  yield* closing(fd, ftruncateSteps(fd, length));
}

function* ftruncateSteps(fd, length) {
  yield questions.ftruncate(fd, length);
}

safeGenerators(writeBytes, writeDescriptor, writeFileSteps, truncateSteps, truncateOpenSteps, ftruncateSteps);

module.exports = {
  appendFileSync,
  truncateOpenSteps,
  truncateSteps,
  writeBytes,
  writeDescriptor,
  writeFileOptions,
  writeFileSteps,
  writeFileSync,
};
