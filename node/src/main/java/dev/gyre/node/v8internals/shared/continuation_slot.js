'use strict';

// Capability "continuation-slot": a value that V8 itself carries through promises and awaits.
//
// V8 calls it the "continuation preserved embedder data" of the isolate: every promise reaction and every await saves the
// current value when it is created and restores it when it runs. The two functions are V8's own, and optimized code inlines
// them: both together take less than a nanosecond. ContinuationSlot.java finds them.
//
// Without them the value is a variable, and `then` saves it for its two callbacks. JavaScript can't observe an await: code
// after one finds no value (undefined) until the core sets one for another callback.

const { extras } = require('internal/core');
const { addCapability } = require('internal/v8internals/capabilities');
const { PromisePrototype, apply, defineProperty, promiseThen } = require('internal/primordials');

// Callers read the functions at every use, because they change when the capability is turned off. A plain object: V8 makes a
// hash table of a literal with `__proto__: null`, and would inline neither the lookup nor the functions.
const slot = {
  get: extras?.getContinuationPreservedEmbedderData,
  set: extras?.setContinuationPreservedEmbedderData,
};

let current;

function inFrame(frame, callback) {
  if (typeof callback !== 'function') return callback;
  return (value) => {
    const outer = current;
    current = frame;
    try {
      return apply(callback, undefined, [value]);
    } finally {
      current = outer;
    }
  };
}

function useVariable() {
  current = undefined;
  slot.get = () => current;
  slot.set = (frame) => { current = frame; };
  const { then } = {
    then(onFulfilled, onRejected) {
      return promiseThen(this, inFrame(current, onFulfilled), inFrame(current, onRejected));
    },
  };
  defineProperty(PromisePrototype, 'then', { __proto__: null, value: then });
}

function isWorking() {
  const outer = slot.get();
  const sample = { __proto__: null };
  slot.set(sample);
  const isKept = slot.get() === sample;
  slot.set(outer);
  return isKept;
}

addCapability('continuation-slot', { off: useVariable, check: isWorking });
if (slot.get === undefined || slot.set === undefined) useVariable();

module.exports = slot;
