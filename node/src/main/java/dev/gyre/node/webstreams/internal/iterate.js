'use strict';

// ReadableStream.from(), and the inverse: for await over a stream.

const {
  ObjectDefineProperty, ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise, PromiseReject, PromiseResolve,
  SymbolAsyncIterator, SymbolIterator,
} = require('internal/primordials');
const { codes: { ERR_ARG_NOT_ITERABLE, ERR_INVALID_THIS } } = require('internal/errors');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { Deferred, apply, invalidState, kInside, onlyInside, then } = require('internal/webstreams/util');

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// ---- from

function iteratorOf(iterable) {
  if (iterable === undefined || iterable === null) throw new ERR_ARG_NOT_ITERABLE(iterable);
  let isAsync = true;
  let method = iterable[SymbolAsyncIterator];
  if (method === undefined || method === null) {
    isAsync = false;
    method = iterable[SymbolIterator];
  }
  if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = apply(method, iterable, []);
  if (!isObject(iterator)) throw invalidState('The iterator method must return an object');
  return { iterator, next: iterator.next, isAsync };
}

function readableFrom(iterable) {
  const { iterator, next, isAsync } = iteratorOf(iterable);
  const { createReadable } = require('internal/webstreams/readable');
  let controller;

  function take(result) {
    if (!isObject(result)) {
      throw invalidState('The promise returned by the iterator.next() method must fulfill with an object');
    }
    if (result.done) controller.close();
    else controller.enqueue(result.value);
  }

  function takeNow(result) {
    if (!isObject(result)) throw invalidState('The iterator.next() method must return an object');
    if (result.done) {
      controller.close();
      return undefined;
    }
    const { value } = result;
    if (!isObject(value)) {
      controller.enqueue(value);
      return undefined;
    }
    return then(PromiseResolve(value), (chunk) => controller.enqueue(chunk), (error) => {
      iterator.return?.();
      throw error;
    });
  }

  function pull() {
    try {
      const result = apply(next, iterator, []);
      return isAsync ? then(new Promise((resolve) => resolve(result)), take) : takeNow(result);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  function cancel(reason) {
    try {
      const method = iterator.return;
      if (method === undefined || method === null) return undefined;
      const result = apply(method, iterator, [reason]);
      return then(isAsync ? new Promise((resolve) => resolve(result)) : PromiseResolve(), (settled = result) => {
        if (!isObject(settled)) {
          throw invalidState('The promise returned by the iterator.return() method must fulfill with an object');
        }
      });
    } catch (error) {
      return PromiseReject(error);
    }
  }

  const core = createReadable(undefined, { pull, cancel }, 0);
  ({ controller } = core);
  return core;
}

// ---- values

// The read request of next().
class IteratedRead extends Deferred {
  iteration;

  constructor(iteration) {
    super();
    this.iteration = iteration;
  }

  chunk(value) { this.fulfill({ done: false, value }); }

  close() {
    this.iteration.finish();
    this.fulfill({ done: true, value: undefined });
  }

  error(reason) {
    this.iteration.finish();
    this.fail(reason);
  }
}

// Calls are served one after the other.
class Iteration {
  reader;
  preventCancel;
  ongoing = undefined; // the promise of the last call, while it may be pending
  finished = false;

  constructor(stream, preventCancel) {
    this.reader = new ReaderCore(stream, false);
    this.preventCancel = preventCancel;
  }

  finish() {
    this.finished = true;
    if (this.reader.stream !== undefined) this.reader.detach();
  }

  // A queued chunk is returned at once; otherwise `ongoing` is set until the read has completed.
  next() {
    if (this.finished) return PromiseResolve({ done: true, value: undefined });
    const { stream } = this.reader;
    const { controller } = stream;
    if (stream.state === 'readable' && !controller.isBytes && controller.queue.length > 0) {
      stream.disturbed = true;
      return PromiseResolve({ done: false, value: controller.take() });
    }
    const read = new IteratedRead(this);
    this.reader.read(read);
    if (!read.isPending) return read.promise;
    const answer = then(read.promise, (result) => {
      if (this.ongoing === answer) this.ongoing = undefined;
      return result;
    });
    this.ongoing = answer;
    return answer;
  }

  return(value) {
    if (this.finished) return PromiseResolve({ done: true, value });
    this.finished = true;
    const { reader } = this;
    const result = this.preventCancel ? PromiseResolve() : reader.cancel(value);
    reader.detach();
    this.ongoing = then(result, () => ({ done: true, value }));
    return this.ongoing;
  }

  queue(run) {
    this.ongoing = then(this.ongoing, run, run);
    return this.ongoing;
  }
}

const AsyncIteratorPrototype = ObjectGetPrototypeOf(ObjectGetPrototypeOf(async function* () {}).prototype);

class ReadableStreamAsyncIterator {
  #iteration;

  constructor(key, iteration) {
    onlyInside(key);
    this.#iteration = iteration;
  }

  static #of(value) { return isObject(value) && #iteration in value ? value.#iteration : undefined; }

  next() {
    const iteration = ReadableStreamAsyncIterator.#of(this);
    if (iteration === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamAsyncIterator'));
    return iteration.ongoing === undefined ? iteration.next() : iteration.queue(() => iteration.next());
  }

  return(value) {
    const iteration = ReadableStreamAsyncIterator.#of(this);
    if (iteration === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamAsyncIterator'));
    return iteration.ongoing === undefined ? iteration.return(value) : iteration.queue(() => iteration.return(value));
  }
}

const { prototype } = ReadableStreamAsyncIterator;
ObjectSetPrototypeOf(prototype, AsyncIteratorPrototype);
delete prototype.constructor;
for (let i = 0, list = ['next', 'return']; i < list.length; i++) ObjectDefineProperty(prototype, list[i], { __proto__: null, enumerable: true });

function valuesOf(core, preventCancel) {
  return new ReadableStreamAsyncIterator(kInside, new Iteration(core, preventCancel));
}

module.exports = { readableFrom, valuesOf };
