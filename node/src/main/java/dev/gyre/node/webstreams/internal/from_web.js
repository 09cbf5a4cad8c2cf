'use strict';

// Node streams over web streams. The web stream stays locked; each side of the Node stream uses its reader or writer, and an
// end of the web stream ends the Node stream.

const { ArrayPrototypeMap, PromiseAll, Uint8Array } = require('internal/primordials');
const { Buffer } = require('buffer');
const codec = require('internal/buffer/codec');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_STREAM_PREMATURE_CLOSE } } =
  require('internal/errors');
const { isWritableEnded } = require('internal/stream/kinds');
const { destroyer } = require('internal/stream/lifecycle');
const { kEmptyObject, normalizeEncoding } = require('internal/util');
const { validateBoolean, validateObject } = require('internal/validators');
const { isReadableStream } = require('internal/webstreams/readable');
const { then } = require('internal/webstreams/util');
const { isWritableStream } = require('internal/webstreams/writable');

// An exception of a callback must not become a rejection of an internal promise: it destroys the stream.
function callOutside(stream, callback, error) {
  try {
    callback(error);
  } catch (thrown) {
    process.nextTick(() => destroyer(stream, thrown));
  }
}

// After destroy() nothing is left to destroy: an exception of its callback is thrown.
function callDestroyed(callback, error) {
  try {
    callback(error);
  } catch (thrown) {
    process.nextTick(() => { throw thrown; });
  }
}

class ReadSide {
  isClosed = false;

  constructor(readable) { this.reader = readable.getReader(); }

  read(stream) {
    then(this.reader.read(), ({ done, value }) => { stream.push(done ? null : value); },
         (error) => { destroyer(stream, error); });
  }

  cancel(error) { return this.isClosed ? undefined : this.reader.cancel(error); }
}

function bytesOf(text, encoding) {
  if (normalizeEncoding(encoding) !== 'utf8') {
    const { buffer, byteOffset, byteLength } = Buffer.from(text, encoding);
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
  const bytes = new Uint8Array(codec.utf8ByteLength(text));
  codec.utf8Write(bytes, text, 0, bytes.length);
  return bytes;
}

class WriteSide {
  isClosed = false;

  constructor(writable, decodeStrings) {
    this.writer = writable.getWriter();
    this.decodeStrings = decodeStrings;
  }

  #whenReady(stream, write, callback) {
    then(then(this.writer.ready, write), () => callOutside(stream, callback),
         (error) => callOutside(stream, callback, error));
  }

  write(stream, chunk, encoding, callback) {
    const data = typeof chunk === 'string' && this.decodeStrings ? bytesOf(chunk, encoding) : chunk;
    this.#whenReady(stream, () => this.writer.write(data), callback);
  }

  writev(stream, chunks, callback) {
    this.#whenReady(stream, () => PromiseAll(ArrayPrototypeMap(chunks, ({ chunk }) => this.writer.write(chunk))), callback);
  }

  final(stream, callback) {
    if (this.isClosed) return;
    then(this.writer.close(), () => callOutside(stream, callback), (error) => callOutside(stream, callback, error));
  }

  abort(error) { return this.isClosed ? undefined : this.writer.abort(error); }

  // The WritableStream must not close before the Node stream is ended.
  watch(stream, onError) {
    then(this.writer.closed, () => {
      this.isClosed = true;
      if (!isWritableEnded(stream)) destroyer(stream, new ERR_STREAM_PREMATURE_CLOSE());
    }, onError);
  }
}

function checkEncoding(encoding) {
  if (encoding !== undefined && !Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  }
}

function newStreamReadableFromReadableStream(readableStream, options = kEmptyObject) {
  if (!isReadableStream(readableStream)) {
    throw new ERR_INVALID_ARG_TYPE('readableStream', 'ReadableStream', readableStream);
  }
  validateObject(options, 'options');
  const { highWaterMark, encoding, objectMode = false, signal } = options;
  checkEncoding(encoding);
  validateBoolean(objectMode, 'options.objectMode');

  const side = new ReadSide(readableStream);
  const { Readable } = require('stream');
  const readable = new Readable({
    objectMode,
    highWaterMark,
    encoding,
    signal,
    read() { side.read(readable); },
    destroy(error, callback) {
      const canceled = side.cancel(error);
      const done = () => callDestroyed(callback, error);
      if (canceled === undefined) done();
      else then(canceled, done, done);
    },
  });
  then(side.reader.closed, () => { side.isClosed = true; }, (error) => {
    side.isClosed = true;
    destroyer(readable, error);
  });
  return readable;
}

function newStreamWritableFromWritableStream(writableStream, options = kEmptyObject) {
  if (!isWritableStream(writableStream)) {
    throw new ERR_INVALID_ARG_TYPE('writableStream', 'WritableStream', writableStream);
  }
  validateObject(options, 'options');
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  validateBoolean(decodeStrings, 'options.decodeStrings');

  const side = new WriteSide(writableStream, decodeStrings && !objectMode);
  const { Writable } = require('stream');
  const writable = new Writable({
    highWaterMark,
    objectMode,
    decodeStrings,
    signal,
    write(chunk, encoding, callback) { side.write(writable, chunk, encoding, callback); },
    writev(chunks, callback) { side.writev(writable, chunks, callback); },
    final(callback) { side.final(writable, callback); },
    destroy(error, callback) {
      const done = () => callDestroyed(callback, error);
      if (side.isClosed) done();
      else then(error == null ? side.writer.close() : side.writer.abort(error), done, done);
    },
  });
  side.watch(writable, (error) => {
    side.isClosed = true;
    destroyer(writable, error);
  });
  return writable;
}

function newStreamDuplexFromReadableWritablePair(pair = kEmptyObject, options = kEmptyObject) {
  validateObject(pair, 'pair');
  const { readable, writable } = pair;
  if (!isReadableStream(readable)) throw new ERR_INVALID_ARG_TYPE('pair.readable', 'ReadableStream', readable);
  if (!isWritableStream(writable)) throw new ERR_INVALID_ARG_TYPE('pair.writable', 'WritableStream', writable);
  validateObject(options, 'options');
  const { allowHalfOpen = false, objectMode = false, encoding, decodeStrings = true, highWaterMark, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  checkEncoding(encoding);

  const writing = new WriteSide(writable, decodeStrings && !objectMode);
  const reading = new ReadSide(readable);
  const { Duplex } = require('stream');
  const duplex = new Duplex({
    allowHalfOpen,
    highWaterMark,
    objectMode,
    encoding,
    decodeStrings,
    signal,
    read() { reading.read(duplex); },
    write(chunk, encoding, callback) { writing.write(duplex, chunk, encoding, callback); },
    writev(chunks, callback) { writing.writev(duplex, chunks, callback); },
    final(callback) { writing.final(duplex, callback); },
    destroy(error, callback) {
      const done = () => callDestroyed(callback, error);
      if (writing.isClosed && reading.isClosed) done();
      else then(PromiseAll([writing.abort(error), reading.cancel(error)]), done, done);
    },
  });
  const failed = (error) => {
    writing.isClosed = true;
    reading.isClosed = true;
    destroyer(duplex, error);
  };
  writing.watch(duplex, failed);
  then(reading.reader.closed, () => { reading.isClosed = true; }, failed);
  return duplex;
}

module.exports = {
  newStreamDuplexFromReadableWritablePair,
  newStreamReadableFromReadableStream,
  newStreamWritableFromWritableStream,
};
