'use strict';

// map(), filter(), toArray() … of Readable. Operators that return streams are async generators here; `stream` converts them
// to Readables.
//
// map() has two halves connected by a queue of promises in input order. `pump` reads the stream and calls the function, with
// up to `concurrency` calls at a time, and no further ahead of the consumer than the queue's limit. The generator awaits and
// yields the head of the queue. filter(), forEach(), some() … are map() with some results dropped.

const {
  ArrayPrototypePush, ArrayPrototypeShift, FunctionPrototypeCall, MathFloor, Number, NumberIsNaN, Promise,
  PromisePrototypeThen, PromiseReject, PromiseResolve, ReflectApply, Symbol,
} = require('internal/primordials');
const { AbortError, codes: { ERR_MISSING_ARGS, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { AbortController, AbortSignal } = require('internal/events/abort_controller');
const { kResistStopPropagation, kWeakHandler } = require('internal/events/event_target');
const { finishedPromise } = require('internal/stream/finished');
const { validateAbortSignal, validateFunction, validateInteger, validateObject } = require('internal/validators');

const LEFT_OUT = Symbol('kEmpty');
const END = Symbol('kEof');

function validateOptions(options) {
  if (options != null) validateObject(options, 'options');
  if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
}

class MapRun {
  #queue = [];
  #running = 0;
  #stopped = false;
  #wakeConsumer = null;
  #wakePump = null;
  #fn;
  #signal;
  #concurrency;
  #limit;

  constructor(fn, signal, concurrency, limit) {
    this.#fn = fn;
    this.#signal = signal;
    this.#concurrency = concurrency;
    this.#limit = limit;
  }

  async pump(stream) {
    try {
      await null; // an abort right after the call takes effect before the function is first called
      for await (const chunk of stream) {
        if (this.#stopped) return;
        if (this.#signal.aborted) throw new AbortError();
        this.#add(this.#call(chunk));
        if (!this.#stopped && this.#isFull()) await new Promise((resolve) => { this.#wakePump = resolve; });
      }
      ArrayPrototypePush(this.#queue, END);
    } catch (error) {
      this.#add(PromiseReject(error));
    } finally {
      this.#stopped = true;
      this.#wake();
    }
  }

  #call(chunk) {
    try {
      return PromiseResolve(this.#fn(chunk, { signal: this.#signal }));
    } catch (error) {
      return PromiseReject(error);
    }
  }

  #add(promise) {
    this.#running++;
    PromisePrototypeThen(promise, () => this.#settled(), () => {
      this.#stopped = true;
      this.#settled();
    });
    ArrayPrototypePush(this.#queue, promise);
    this.#wake();
  }

  #isFull() { return this.#queue.length >= this.#limit || this.#running >= this.#concurrency; }

  #settled() {
    this.#running--;
    this.#resume();
  }

  #resume() {
    if (this.#wakePump === null || this.#stopped || this.#isFull()) return;
    this.#wakePump();
    this.#wakePump = null;
  }

  #wake() {
    this.#wakeConsumer?.();
    this.#wakeConsumer = null;
  }

  async* results() {
    try {
      for (;;) {
        while (this.#queue.length > 0) {
          const value = await this.#queue[0];
          if (value === END) return;
          if (this.#signal.aborted) throw new AbortError();
          if (value !== LEFT_OUT) yield value;
          ArrayPrototypeShift(this.#queue);
          this.#resume();
        }
        await new Promise((resolve) => { this.#wakeConsumer = resolve; });
      }
    } finally {
      this.#stopped = true;
      this.#wakePump?.();
      this.#wakePump = null;
    }
  }
}

function map(fn, options) {
  validateFunction(fn, 'fn');
  validateOptions(options);
  const concurrency = options?.concurrency == null ? 1 : MathFloor(options.concurrency);
  const highWaterMark = options?.highWaterMark == null ? concurrency - 1 : MathFloor(options.highWaterMark);
  validateInteger(concurrency, 'options.concurrency', 1);
  validateInteger(highWaterMark, 'options.highWaterMark', 0);
  return FunctionPrototypeCall(async function* map() {
    const signal = AbortSignal.any(options?.signal ? [options.signal] : []);
    const run = new MapRun(fn, signal, concurrency, highWaterMark + concurrency);
    run.pump(this);
    yield* run.results();
  }, this);
}

function filter(fn, options) {
  validateFunction(fn, 'fn');
  return FunctionPrototypeCall(map, this, async (value, given) => (await fn(value, given) ? value : LEFT_OUT), options);
}

function flatMap(fn, options) {
  const values = FunctionPrototypeCall(map, this, fn, options);
  return FunctionPrototypeCall(async function* flatMap() {
    for await (const value of values) yield* value;
  }, this);
}

async function forEach(fn, options) {
  validateFunction(fn, 'fn');
  const run = FunctionPrototypeCall(map, this, async (value, given) => {
    await fn(value, given);
    return LEFT_OUT;
  }, options);
  for await (const value of run);
}

async function some(fn, options = undefined) {
  for await (const value of FunctionPrototypeCall(filter, this, fn, options)) return true;
  return false;
}

async function every(fn, options = undefined) {
  validateFunction(fn, 'fn');
  return !(await FunctionPrototypeCall(some, this, async (...args) => !(await ReflectApply(fn, undefined, args)), options));
}

async function find(fn, options) {
  for await (const value of FunctionPrototypeCall(filter, this, fn, options)) return value;
  return undefined;
}

async function reduce(reducer, initialValue, options) {
  validateFunction(reducer, 'reducer');
  validateOptions(options);
  const outer = options?.signal;
  if (outer?.aborted) {
    const error = new AbortError(undefined, { cause: outer.reason });
    this.once('error', () => {}); // it is thrown here instead
    await finishedPromise(this.destroy(error));
    throw error;
  }
  const controller = new AbortController();
  const { signal } = controller;
  outer?.addEventListener('abort', () => controller.abort(),
                          { once: true, [kWeakHandler]: this, [kResistStopPropagation]: true });
  let hasValue = arguments.length > 1;
  let result = initialValue;
  try {
    for await (const value of this) {
      if (outer?.aborted) throw new AbortError();
      result = hasValue ? await reducer(result, value, { signal }) : value;
      hasValue = true;
    }
    if (!hasValue) {
      const error = new ERR_MISSING_ARGS('reduce');
      error.message = 'Reduce of an empty stream requires an initial value';
      throw error;
    }
  } finally {
    controller.abort();
  }
  return result;
}

async function toArray(options) {
  validateOptions(options);
  const result = [];
  for await (const value of this) {
    if (options?.signal?.aborted) throw new AbortError(undefined, { cause: options.signal.reason });
    ArrayPrototypePush(result, value);
  }
  return result;
}

function countOf(value) {
  const number = Number(value);
  if (NumberIsNaN(number)) return 0;
  if (number < 0) throw new ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

function drop(number, options = undefined) {
  validateOptions(options);
  let left = countOf(number);
  return FunctionPrototypeCall(async function* drop() {
    if (options?.signal?.aborted) throw new AbortError();
    for await (const value of this) {
      if (options?.signal?.aborted) throw new AbortError();
      if (left-- <= 0) yield value;
    }
  }, this);
}

function take(number, options = undefined) {
  validateOptions(options);
  let left = countOf(number);
  return FunctionPrototypeCall(async function* take() {
    if (options?.signal?.aborted) throw new AbortError();
    for await (const value of this) {
      if (options?.signal?.aborted) throw new AbortError();
      if (left-- > 0) yield value;
      if (left <= 0) return; // reads no more of the source than needed
    }
  }, this);
}

module.exports = {
  promiseReturningOperators: { every, forEach, reduce, toArray, some, find },
  streamReturningOperators: { drop, filter, flatMap, map, take },
};
