'use strict';

// The global `gc` of --expose-gc. The callbacks of a FinalizationRegistry are tasks of V8, which the loop runs only
// occasionally. After a requested collection, the loop's next turn runs them, as in Node. A collection that returns a
// promise is such a task itself, and keeps the loop running.

const { PromisePrototypeThen, ReflectApply } = require('internal/primordials');
const { atStart } = require('internal/start');
const { setImmediate } = require('timers');
const { isPromise } = require('util/types');

// What native add-ons change: the loop waits for their finalizers, and those of experimental ones run at once.
const afterGc = { __proto__: null, isKept: false, isFinalizingAtOnce: false };

function pumpUntilSettled(promise, pump) {
  let isPending = true;
  const settle = () => { isPending = false; };
  PromisePrototypeThen(promise, settle, settle);
  const turn = () => {
    pump();
    if (isPending) setImmediate(turn);
  };
  setImmediate(turn);
}

atStart(() => {
  const { gc: collect } = globalThis;
  if (typeof collect !== 'function') return;
  globalThis.gc = function gc(...args) {
    const result = ReflectApply(collect, this, args);
    const { pump } = binding('bridge');
    if (isPromise(result)) {
      pumpUntilSettled(result, pump);
      return result;
    }
    if (afterGc.isFinalizingAtOnce) pump();
    const later = setImmediate(() => pump());
    if (!afterGc.isKept) later.unref();
    return result;
  };
});

module.exports = { afterGc };
