'use strict';

// t.plan(count): the number of assertions and subtests that a test has to make, and whether it waits for them.

const { ObjectFreeze, PromiseWithResolvers } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateNumber, validateObject, validateUint32 } = require('internal/validators');
const { setTimeout, clearTimeout } = require('timers');
const { types, failure } = require('internal/test/failures');

const TIMEOUT_MAX = 2 ** 31 - 1;
const NO_OPTIONS = ObjectFreeze({ __proto__: null });

class Plan {
  #expected;
  #actual = 0;
  #wait;
  #met;
  #timer;

  constructor(count, options = NO_OPTIONS) {
    validateUint32(count, 'count');
    validateObject(options, 'options');
    const { wait } = options;
    if (typeof wait === 'number') validateNumber(wait, 'options.wait', 0, TIMEOUT_MAX);
    else if (wait !== undefined && typeof wait !== 'boolean')
      throw new ERR_INVALID_ARG_TYPE('options.wait', ['boolean', 'number'], wait);
    this.#expected = count;
    this.#wait = wait ?? false;
  }

  count() {
    this.#actual++;
    if (this.#met === undefined) return;
    if (this.#actual === this.#expected) {
      clearTimeout(this.#timer);
      this.#met.resolve();
    }
  }

  /** Throws if the count is wrong. Returns a promise if it may still become right. */
  check() {
    if (this.#actual === this.#expected) return undefined;
    if (this.#wait === false) {
      throw failure(`plan expected ${this.#expected} assertions but received ${this.#actual}`, types.CODE);
    }
    this.#met = PromiseWithResolvers();
    if (typeof this.#wait === 'number') {
      this.#timer = setTimeout(() => {
        this.#met.reject(failure(`plan timed out after ${this.#wait}ms with ${this.#actual} assertions when ` +
          `expecting ${this.#expected}`, types.TIMEOUT));
      }, this.#wait);
    }
    return this.#met.promise;
  }
}

module.exports = { Plan, TIMEOUT_MAX };
