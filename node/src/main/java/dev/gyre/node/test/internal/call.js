'use strict';

// Calls user functions, which return, return a promise, or take a callback `done(error)` as their second parameter; and
// stops waiting for them at a time limit or an abort.

const { PromiseRace, PromiseResolve, PromiseWithResolvers, SymbolDispose } = require('internal/primordials');
const { isPromise } = require('util/types');
const { setTimeout, clearTimeout } = require('timers');
const { addAbortListener } = require('internal/events/abort_listener');
const { types, failure } = require('internal/test/failures');

function doneCallback() {
  const { promise, resolve, reject } = PromiseWithResolvers();
  let calls = 0;
  const done = (error) => {
    if (++calls === 1) {
      if (error) reject(error);
      else resolve();
    } else if (calls === 2) {
      // Reported once.
      throw failure('callback invoked multiple times', types.CALLED_BACK_TWICE);
    }
  };
  return { promise, done };
}

/**
 * Runs `fn` in the scope and returns a promise of its end. onMisuse is called for a function that both returns a promise and
 * takes a callback.
 */
function callUser(scope, fn, context, onMisuse) {
  if (fn.length !== 2) return PromiseResolve(scope.run(fn, context, [context]));
  const { promise, done } = doneCallback();
  const returned = scope.run(fn, context, [context, done]);
  if (!isPromise(returned)) return promise;
  onMisuse(failure('passed a callback but also returned a Promise', types.CALLBACK_AND_PROMISE));
  return returned;
}

// Ends the wait for a test: rejects at the time limit, resolves when the signal aborts.
class Limit {
  #timer;
  #listener;

  constructor(timeoutMs, signal) {
    const { promise, resolve, reject } = PromiseWithResolvers();
    this.promise = promise;
    promise.catch(() => {}); // nobody may be waiting any more
    this.#listener = addAbortListener(signal, () => resolve());
    if (timeoutMs === null) return;
    this.#timer = setTimeout(() => {
      reject(failure(`test timed out after ${timeoutMs}ms`, types.TIMEOUT));
    }, timeoutMs);
    this.#timer.unref();
  }

  race(promise) {
    return PromiseRace([promise, this.promise]);
  }

  end() {
    this.#listener[SymbolDispose]();
    clearTimeout(this.#timer);
  }
}

module.exports = { callUser, Limit };
