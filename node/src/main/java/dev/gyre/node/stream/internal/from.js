'use strict';

// Readable.from(iterable). While the iterator returns plain values synchronously, the stream takes them in a loop; it awaits
// promises only.

const {
  Boolean, FunctionPrototypeCall, PromisePrototypeThen, SymbolAsyncIterator, SymbolIterator,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { aggregateTwoErrors, codes: { ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES } } = require('internal/errors');

const isThenable = (value) => Boolean(value) && typeof value.then === 'function';

function from(Readable, iterable, options) {
  if (typeof iterable === 'string' || iterable instanceof Buffer) {
    return new Readable({
      objectMode: true,
      ...options,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  const isAsync = Boolean(iterable?.[SymbolAsyncIterator]);
  if (!isAsync && !iterable?.[SymbolIterator]) throw new ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  const iterator = isAsync ? iterable[SymbolAsyncIterator]() : iterable[SymbolIterator]();
  const readable = new Readable({ objectMode: true, highWaterMark: 1, ...options });
  const destroyBefore = readable._destroy;
  let reading = false; // a step is running; _read() may be called meanwhile
  let next = isAsync ? nextAsync : nextSync;

  readable._read = function() {
    if (reading) return;
    reading = true;
    next();
  };

  readable._destroy = function(error, callback) {
    FunctionPrototypeCall(destroyBefore, this, error, (destroyError) => {
      const reason = destroyError || error;
      // Deferred by nextTick, so that an exception of the callback isn't a rejection.
      PromisePrototypeThen(close(reason),
        () => process.nextTick(callback, reason),
        (closeError) => process.nextTick(callback, aggregateTwoErrors(reason, closeError)),
      );
    });
  };

  async function close(error) {
    if (error != null && typeof iterator.throw === 'function') {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === 'function') {
      const { value } = await iterator.return();
      await value;
    }
  }

  // Pushes one value; returns whether the stream wants more.
  function give(value) {
    if (value === null) {
      reading = false;
      throw new ERR_STREAM_NULL_VALUES();
    }
    if (readable.push(value)) return true;
    reading = false;
    return false;
  }

  function nextSync() {
    try {
      for (;;) {
        const { value, done } = iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        if (isThenable(value)) {
          next = nextSettled;
          settle(value);
          return;
        }
        if (!give(value)) return;
      }
    } catch (error) {
      readable.destroy(error);
    }
  }

  async function settle(promise) {
    try {
      if (give(await promise)) nextSettled();
    } catch (error) {
      readable.destroy(error);
    }
  }

  // Continues a synchronous iterator from the first promise on.
  async function nextSettled() {
    try {
      for (;;) {
        const { value, done } = iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        if (!give(isThenable(value) ? await value : value)) return;
      }
    } catch (error) {
      readable.destroy(error);
    }
  }

  async function nextAsync() {
    try {
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        if (!give(value)) return;
      }
    } catch (error) {
      readable.destroy(error);
    }
  }

  return readable;
}

module.exports = { from };
