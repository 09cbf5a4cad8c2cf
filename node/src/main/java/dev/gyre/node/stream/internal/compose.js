'use strict';

// compose(...streams): makes one Duplex from a pipeline. It writes to the first stream and reads from the last.

const { ArrayPrototypeForEach, ArrayPrototypeMap } = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } = require('internal/errors');
const { Duplex } = require('internal/stream/duplex');
const { finished } = require('internal/stream/finished');
const {
  isNodeStream, isReadable, isReadableStream, isTransformStream, isWebStream, isWritable, isWritableStream,
} = require('internal/stream/kinds');
const { destroyer } = require('internal/stream/lifecycle');
const { pipeline } = require('internal/stream/pipeline');
const { writeInto } = require('internal/stream/proxy');

const canRead = (stream) => !!(isReadable(stream) || isReadableStream(stream) || isTransformStream(stream));
const canWrite = (stream) => !!(isWritable(stream) || isWritableStream(stream) || isTransformStream(stream));

function check(streams, given) {
  ArrayPrototypeForEach(streams, (stream, i) => {
    if (!isNodeStream(stream) && !isWebStream(stream)) return;
    if (i < streams.length - 1 && !canRead(stream)) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be readable');
    }
    if (i > 0 && !canWrite(stream)) throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be writable');
  });
}

module.exports = function compose(...given) {
  if (given.length === 0) throw new ERR_MISSING_ARGS('streams');
  if (given.length === 1) return Duplex.from(given[0]);
  const last = given.length - 1;
  const streams = ArrayPrototypeMap(given, (stream, i) =>
    ((i === 0 || i === last) && typeof stream === 'function' ? Duplex.from(stream) : stream));
  check(streams, given);

  let onClose; // undefined: still running; null: the pipeline has ended; otherwise the callback of _destroy()
  const { 0: head } = streams;
  const tail = pipeline(streams, (error) => {
    const callback = onClose;
    onClose = null;
    if (callback) callback(error);
    else if (error) duplex.destroy(error);
    else if (!readable && !writable) duplex.destroy();
  });
  const writable = canWrite(head);
  const readable = canRead(tail);
  const duplex = new Duplex({
    writableObjectMode: !!head?.writableObjectMode,
    readableObjectMode: !!tail?.readableObjectMode,
    writable,
    readable,
  });

  let writing;
  if (writable) {
    writing = writeInto(duplex, head);
    finished(isTransformStream(tail) ? tail.readable : tail, () => writing.ended.call());
  }
  if (readable) readFrom(duplex, tail);

  duplex._destroy = function(error, callback) {
    if (!error && onClose !== null) error = new AbortError();
    writing?.forget();
    if (isNodeStream(tail)) destroyer(tail, error);
    if (onClose === null) callback(error);
    else onClose = callback;
  };
  return duplex;
};

function readFrom(duplex, tail) {
  if (isNodeStream(tail)) {
    duplex._read = function() {
      tail.resume();
    };
    tail.on('data', (chunk) => {
      if (!duplex.push(chunk)) tail.pause();
    });
    tail.on('end', () => duplex.push(null));
    return;
  }
  const reader = (isTransformStream(tail) ? tail.readable : tail).getReader();
  duplex._read = async function() {
    for (;;) {
      try {
        const { value, done } = await reader.read();
        if (done) {
          duplex.push(null);
          return;
        }
        if (!duplex.push(value)) return;
      } catch {
        return; // the pipeline's callback reports it
      }
    }
  };
}
