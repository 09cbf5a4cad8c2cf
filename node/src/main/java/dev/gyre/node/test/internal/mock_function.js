'use strict';

// The records of a mocked function: the `mock` property of the results of mock.fn() and mock.method().

const { Error, Proxy, ReflectApply, ReflectConstruct, ReflectGet, SafeMap, copyList } = require('internal/primordials');
const { validateFunction, validateInteger } = require('internal/validators');

// Internal access to a MockFunction for the recorder.
let next;
let record;

class MockFunctionContext {
  #calls = [];
  #once = new SafeMap(); // index of a call -> its implementation
  #implementation;
  #times;
  #restore;

  static {
    next = (mock) => mock.#next();
    record = (mock, call) => mock.#calls.push(call);
  }

  constructor(implementation, times, restore) {
    this.#implementation = implementation;
    this.#times = times;
    this.#restore = restore;
  }

  get calls() {
    return copyList(this.#calls);
  }

  callCount() {
    return this.#calls.length;
  }

  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall) {
    validateFunction(implementation, 'implementation');
    const index = onCall ?? this.#calls.length;
    validateInteger(index, 'onCall', this.#calls.length);
    this.#once.set(index, implementation);
  }

  resetCalls() {
    this.#calls = [];
  }

  restore() {
    const restore = this.#restore;
    restore(this);
  }

  #next() {
    const index = this.#calls.length;
    const implementation = this.#once.get(index) ?? this.#implementation;
    this.#once.delete(index);
    if (index + 1 === this.#times) this.restore();
    return implementation;
  }
}

/** A replacement for `original` that records its calls in `mock`. */
function recorder(mock, original) {
  function call(run, args, target, self) {
    const entry = { __proto__: null, arguments: args, error: undefined, result: undefined, stack: undefined, target, this: self };
    try {
      return entry.result = run(next(mock));
    } catch (error) {
      entry.error = error;
      throw error;
    } finally {
      entry.stack = new Error();
      if (target !== undefined) entry.this = entry.result;
      record(mock, entry);
    }
  }

  return new Proxy(original, {
    __proto__: null,
    apply(_, self, args) {
      return call((implementation) => ReflectApply(implementation, self, args), args, undefined, self);
    },
    construct(target, args, newTarget) {
      return call((implementation) => ReflectConstruct(implementation, args, newTarget), args, target);
    },
    get(target, key, receiver) {
      return key === 'mock' ? mock : ReflectGet(target, key, receiver);
    },
  });
}

module.exports = { MockFunction: MockFunctionContext, recorder };
