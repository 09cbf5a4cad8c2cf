'use strict';

// for await (const chunk of readable).

const { aggregateTwoErrors } = require('internal/errors');
const { finished } = require('internal/stream/finished');
const { destroyer } = require('internal/stream/lifecycle');

const nothing = () => {};

function iterate(stream, options) {
  if (typeof stream.read !== 'function') {
    stream = require('internal/stream/readable').Readable.wrap(stream, { objectMode: true });
  }
  const iterator = chunksOf(stream, options);
  iterator.stream = stream;
  return iterator;
}

async function* chunksOf(stream, options) {
  let wake = nothing;
  const wakeUp = () => {
    wake();
    wake = nothing;
  };
  const sleep = (resolve) => { wake = resolve; };

  stream.on('readable', wakeUp);
  let error; // undefined: goes on; null: came to its end
  const cleanUp = finished(stream, { writable: false }, (failure) => {
    error = failure ? aggregateTwoErrors(error, failure) : null;
    wakeUp();
  });

  try {
    for (;;) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) yield chunk;
      else if (error) throw error;
      else if (error === null) return;
      else await new Promise(sleep);
    }
  } catch (failure) {
    error = aggregateTwoErrors(error, failure);
    throw error;
  } finally {
    // A Duplex that was read to its end may still be written to.
    const stillWritten = error === null && stream.allowHalfOpen === true && stream.writable === true &&
      stream.writableEnded !== true;
    if ((error || options?.destroyOnReturn !== false) && (error === undefined || stream._readableState.autoDestroy) &&
        !stillWritten) {
      destroyer(stream, null);
    } else {
      stream.off('readable', wakeUp);
      cleanUp();
    }
  }
}

module.exports = { iterate };
