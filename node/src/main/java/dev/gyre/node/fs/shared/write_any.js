'use strict';

// The data that promises.writeFile accepts beyond strings and buffers: iterables, async iterables and streams, written chunk
// by chunk.

const { SymbolAsyncIterator, SymbolIterator } = require('internal/primordials');
const { Buffer } = require('buffer');
const { isArrayBufferView } = require('util/types');
const { answerPromise, awaited, runPromise } = require('internal/fs/call_styles');
const questions = require('internal/fs/questions');
const { checkAborted } = require('internal/fs/read_file');
const { writeBytes, writeDescriptor, writeFileOptions, writeFileSteps } = require('internal/fs/write_file');
const { toFlags, toPath, validateData } = require('internal/fs/arguments');

function isCustomIterable(data) {
  return data != null && typeof data !== 'string' && !isArrayBufferView(data) &&
    (typeof data[SymbolAsyncIterator] === 'function' || typeof data[SymbolIterator] === 'function');
}

async function writeChunks(fd, chunks, { encoding, signal, flush }) {
  checkAborted(signal);
  for await (const chunk of chunks) {
    checkAborted(signal);
    const bytes = isArrayBufferView(chunk) ? chunk : Buffer.from(chunk, encoding);
    await runPromise(writeBytes(fd, bytes, signal));
    checkAborted(signal);
  }
  if (flush) await answerPromise(questions.fsync(fd));
}

function writeAll(fd, data, options) {
  if (isCustomIterable(data)) return writeChunks(fd, data, options);
  validateData(data, 'data');
  return awaited(runPromise(writeDescriptor(fd, data, options)));
}

async function writeToDescriptor(fd, data, options, flag) {
  return writeAll(fd, data, writeFileOptions(options, flag));
}

async function writeToPath(path, data, options, flag) {
  options = writeFileOptions(options, flag);
  path = toPath(path);
  toFlags(options.flag, 'options.flag');
  if (!isCustomIterable(data)) return awaited(runPromise(writeFileSteps(path, data, options)));
  checkAborted(options.signal);
  const fd = await awaited(answerPromise(questions.open(path, options.flag, options.mode)));
  try {
    await writeChunks(fd, data, options);
  } finally {
    await answerPromise(questions.close(fd));
  }
}

module.exports = { writeToDescriptor, writeToPath };
