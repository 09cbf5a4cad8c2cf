'use strict';

// Who wants to see native calls that JavaScript waits for, or submits to the pool: --trace-sync-io and trace events.
//
// Nothing here runs until somebody is added, and the calls cost nothing until then: calls by slots have a hook
// (internal/slots), and the functions of the bindings below are replaced by ones that tell the watchers.
//
// A watcher is told about (binding, name): began, ended(binding, name, result) for what JavaScript waits for;
// submitted(binding, name, path) returns a function(error, result) for the completion.

const {
  ArrayPrototypeFilter, ArrayPrototypePush, ReflectApply, StringPrototypeEndsWith, StringPrototypeSlice, joinLists,
} = require('internal/primordials');
const { bindingOf } = require('internal/core');

// fs and crypto: all functions that the pool can run as well; of others those named.
const WATCHED = { __proto__: null, fs: [], crypto: [], zlib: ['once', 'writeNow'], child_process: ['spawnSync'] };
const ASYNC = 'Async';

let watchers = [];
let isInstalled = false;

function began(binding, name) {
  for (let i = 0; i < watchers.length; i++) watchers[i].began?.(binding, name);
}

function ended(binding, name, result) {
  for (let i = 0; i < watchers.length; i++) watchers[i].ended?.(binding, name, result);
}

// Returns the function to be told of the end, or undefined.
function submitted(binding, name, path) {
  const ends = [];
  for (let i = 0; i < watchers.length; i++) {
    const end = watchers[i].submitted?.(binding, name, path);
    if (end !== undefined) ArrayPrototypePush(ends, end);
  }
  if (ends.length === 0) return undefined;
  return (error, result) => {
    for (let i = 0; i < ends.length; i++) ends[i](error, result);
  };
}

const slotHook = {
  began: (operation) => began(bindingOf(operation.code), operation.syscalls[0]),
  ended: (operation, result) => ended(bindingOf(operation.code), operation.syscalls[0], result),
  submitted: ({ operation, path }) => submitted(bindingOf(operation.code), operation.syscalls[0], path),
};

function tellingSync(binding, name, fn) {
  return function told(...args) {
    if (watchers.length === 0) return ReflectApply(fn, this, args);
    let result;
    began(binding, name);
    try {
      result = ReflectApply(fn, this, args);
    } finally {
      ended(binding, name, result);
    }
    return result;
  };
}

function tellingAsync(binding, name, fn) {
  return function told(...args) {
    const end = watchers.length === 0 ? undefined : submitted(binding, name, args[0]);
    if (end !== undefined) {
      const callback = args[args.length - 1];
      args[args.length - 1] = (error, result) => {
        end(error, result);
        callback(error, result);
      };
    }
    return ReflectApply(fn, this, args);
  };
}

function install() {
  for (const name in WATCHED) {
    const object = binding(name);
    const named = WATCHED[name];
    for (let i = 0; i < named.length; i++) object[named[i]] = tellingSync(name, named[i], object[named[i]]);
    for (const key in object) {
      const isAsync = StringPrototypeEndsWith(key, ASYNC);
      if (isAsync) object[key] = tellingAsync(name, StringPrototypeSlice(key, 0, -ASYNC.length), object[key]);
      else if (named.length === 0 && object[`${key}${ASYNC}`] !== undefined) object[key] = tellingSync(name, key, object[key]);
    }
  }
  isInstalled = true;
}

function change(list) {
  watchers = list;
  if (!isInstalled) install();
  require('internal/slots').watchCalls(list.length === 0 ? undefined : slotHook);
}

const attach = (watcher) => change(joinLists(watchers, [watcher]));
const detach = (watcher) => change(ArrayPrototypeFilter(watchers, (other) => other !== watcher));

module.exports = { attach, detach };
