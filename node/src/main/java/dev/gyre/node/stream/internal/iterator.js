'use strict';

// for await (const chunk of readable). Not an async generator: for a buffered chunk, next() returns a promise that is
// already resolved, which costs half as much.
//
// Calls are answered in order. A call that has to wait (for a chunk, or for a chunk that is a promise) is `busy`, and later
// calls are queued.

const {
  ArrayPrototypePush, ArrayPrototypeShift, FunctionPrototypeCall, ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise,
  PromisePrototypeThen, PromiseReject, PromiseResolve,
} = require('internal/primordials');
const { aggregateTwoErrors } = require('internal/errors');
const { finished } = require('internal/stream/finished');
const { destroyer } = require('internal/stream/lifecycle');

const AsyncIteratorPrototype = ObjectGetPrototypeOf(ObjectGetPrototypeOf(async function* () {}).prototype);

const nothing = () => {};

function iterate(stream, options) {
  if (typeof stream.read !== 'function') {
    stream = require('internal/stream/readable').Readable.wrap(stream, { objectMode: true });
  }
  return new ChunkIterator(stream, options);
}

class ChunkIterator {
  #destroysOnReturn;
  #started = false;
  #over = false;
  #busy = false;
  #queue = []; // { call, value, resolve, reject }
  #error = undefined; // undefined: not ended; null: ended
  #wake = nothing;
  #wakeUp = nothing;
  #cleanUp = nothing;

  constructor(stream, options) {
    this.stream = stream;
    this.#destroysOnReturn = options?.destroyOnReturn !== false;
  }

  next() {
    return this.#busy ? this.#enqueue(this.#next, undefined) : this.#next();
  }

  return(value) {
    return this.#busy ? this.#enqueue(this.#return, value) : this.#return(value);
  }

  throw(error) {
    return this.#busy ? this.#enqueue(this.#throw, error) : this.#throw(error);
  }

  #enqueue(call, value) {
    return new Promise((resolve, reject) => ArrayPrototypePush(this.#queue, { call, value, resolve, reject }));
  }

  #next() {
    if (this.#over) return PromiseResolve({ done: true, value: undefined });
    if (!this.#started) this.#start();
    const { stream } = this;
    const chunk = stream.destroyed ? null : stream.read();
    if (chunk !== null) {
      const then = chunk?.then; // read once, because it may be a getter
      if (typeof then !== 'function') return PromiseResolve({ done: false, value: chunk });
      return this.#alone(this.#settled(chunk, then));
    }
    if (this.#error === undefined) return this.#alone(this.#later());
    return this.#atEnd();
  }

  #atEnd() {
    const error = this.#error;
    this.#finish();
    return error ? PromiseReject(error) : PromiseResolve({ done: true, value: undefined });
  }

  async #later() {
    const { stream } = this;
    for (;;) {
      await new Promise((resolve) => { this.#wake = resolve; });
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) {
        const then = chunk?.then;
        return typeof then === 'function' ? this.#settled(chunk, then) : { done: false, value: chunk };
      }
      if (this.#error !== undefined) return this.#atEnd();
    }
  }

  async #settled(chunk, then) {
    try {
      return { done: false, value: await new Promise((resolve, reject) => FunctionPrototypeCall(then, chunk, resolve, reject)) };
    } catch (error) {
      return this.#throw(error);
    }
  }

  #return(value) {
    if (this.#started && !this.#over) this.#finish();
    this.#over = true;
    return PromiseResolve({ done: true, value });
  }

  #throw(error) {
    if (this.#started && !this.#over) {
      error = this.#error = aggregateTwoErrors(this.#error, error);
      this.#finish();
    }
    this.#over = true;
    return PromiseReject(error);
  }

  // No later call is answered before this one.
  #alone(promise) {
    this.#busy = true;
    const done = () => {
      this.#busy = false;
      while (!this.#busy && this.#queue.length > 0) {
        const { call, value, resolve, reject } = ArrayPrototypeShift(this.#queue);
        PromisePrototypeThen(FunctionPrototypeCall(call, this, value), resolve, reject);
      }
    };
    PromisePrototypeThen(promise, done, done);
    return promise;
  }

  #start() {
    this.#started = true;
    this.#wakeUp = () => {
      this.#wake();
      this.#wake = nothing;
    };
    this.stream.on('readable', this.#wakeUp);
    this.#cleanUp = finished(this.stream, { writable: false }, (failure) => {
      this.#error = failure ? aggregateTwoErrors(this.#error, failure) : null;
      this.#wakeUp();
    });
  }

  #finish() {
    this.#over = true;
    const { stream } = this;
    const error = this.#error;
    // A Duplex that was read to its end may still be written to.
    const stillWritten = error === null && stream.allowHalfOpen === true && stream.writable === true &&
      stream.writableEnded !== true;
    if ((error || this.#destroysOnReturn) && (error === undefined || stream._readableState.autoDestroy) &&
        !stillWritten) {
      destroyer(stream, null);
    } else {
      stream.off('readable', this.#wakeUp);
      this.#cleanUp();
    }
  }
}
ObjectSetPrototypeOf(ChunkIterator.prototype, AsyncIteratorPrototype);

module.exports = { iterate };
