'use strict';

// process.finalization: calls back at the end of the process for registered objects that were not collected.

const {
  FinalizationRegistry, SafeMap, WeakRef, copyList, deref, itemsOf, registerFinalizer, unregisterFinalizer,
} = require('internal/primordials');
const { validateObject, kValidateObjectAllowFunction } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');

function createFinalization() {
  const waiting = { __proto__: null, exit: new SafeMap(), beforeExit: new SafeMap() }; // event -> WeakRef -> callback
  const listeners = { __proto__: null, exit: () => run('exit'), beforeExit: () => run('beforeExit') };
  const collected = new FinalizationRegistry(forget);

  function run(event) {
    const entries = copyList(waiting[event]);
    waiting[event].clear();
    for (let i = 0; i < entries.length; i++) {
      const { 0: ref, 1: callback } = entries[i];
      const object = deref(ref);
      if (object !== undefined) callback(object, event);
    }
  }

  function forget(ref) {
    for (const event in waiting) {
      if (waiting[event].delete(ref) && waiting[event].size === 0) process.removeListener(event, listeners[event]);
    }
  }

  function add(event, object, callback) {
    validateObject(object, 'obj', kValidateObjectAllowFunction);
    if (waiting[event].size === 0) process.on(event, listeners[event]);
    const ref = new WeakRef(object);
    waiting[event].set(ref, callback);
    registerFinalizer(collected, object, ref, object);
  }

  return {
    register(obj, fn) {
      emitExperimentalWarning('process.finalization.register');
      add('exit', obj, fn);
    },
    registerBeforeExit(obj, fn) {
      emitExperimentalWarning('process.finalization.registerBeforeExit');
      add('beforeExit', obj, fn);
    },
    unregister(obj) {
      emitExperimentalWarning('process.finalization.unregister');
      unregisterFinalizer(collected, obj);
      for (const event in waiting) {
        for (const ref of itemsOf(waiting[event].keys())) {
          const object = deref(ref);
          if (object === undefined || object === obj) forget(ref);
        }
      }
    },
  };
}

module.exports = { createFinalization };
