'use strict';

// v8.promiseHooks: functions of the program that hear of promises.

const { ArrayPrototypePush } = require('internal/primordials');
const { validatePlainFunction } = require('internal/validators');
const hooks = require('internal/v8internals/promise_hooks');

const adder = (kind, name) => (listener) => {
  validatePlainFunction(listener, name);
  return hooks.add(kind, listener);
};

const onInit = adder(hooks.INIT, 'initHook');
const onBefore = adder(hooks.BEFORE, 'beforeHook');
const onAfter = adder(hooks.AFTER, 'afterHook');
const onSettled = adder(hooks.SETTLED, 'settledHook');

function createHook({ init, before, after, settled } = {}) {
  const removers = [];
  if (init) ArrayPrototypePush(removers, onInit(init));
  if (before) ArrayPrototypePush(removers, onBefore(before));
  if (after) ArrayPrototypePush(removers, onAfter(after));
  if (settled) ArrayPrototypePush(removers, onSettled(settled));
  return () => {
    for (let i = 0; i < removers.length; i++) removers[i]();
  };
}

module.exports = { createHook, onInit, onBefore, onAfter, onSettled };
