'use strict';

// Native add-ons: process.dlopen. See docs/decisions/node-api.md.

const {
  ObjectAssign, ObjectEntries, SafeSet, SetPrototypeForEach, StringPrototypeIncludes, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: { ERR_DLOPEN_DISABLED, ERR_DLOPEN_FAILED } } = require('internal/errors');
const { AddonMemory: { IS_ENDING, IS_OVER } } = require('internal/layout');
const { pathToFileURL } = require('internal/url/file');
const { mayUseAddons } = require('internal/permission/model');
const { afterGc } = require('internal/gc');
const atExit = require('internal/process/at_exit');
const { atEnd, callFrom, currentTop, environments, handleOf, memory, native, open } = require('internal/napi/handles');
const { finalizeAll, newFinalizers, operations: references, runFinalizer } = require('internal/napi/references');
const { endHooks, endLoop, openLoop, operations: async, runCallbacks } = require('internal/napi/async');

const EXPERIMENTAL = 2 ** 31 - 1; // the version of add-ons that want what is not decided upon yet

let isOpen = false;

class Environment {
  finalizers = newFinalizers();
  threadsafe = new SafeSet();
  hooks = [];
  instance;

  constructor(address, version) {
    this.address = address;
    this.version = version;
    this.isExperimental = version === EXPERIMENTAL;
  }
}

function openOnce() {
  if (isOpen) return;
  isOpen = true;
  open(ObjectAssign({ __proto__: null }, require('internal/napi/values'), require('internal/napi/objects').operations,
    require('internal/napi/errors'), require('internal/napi/buffers'), references, async));
  openLoop();
  atEnd.run = endAll;
  atExit.endAddons = endAll;
  afterGc.isKept = true;
}

// ---- loading

// What an add-on of V8's C++ API can be replaced by.
const REPLACEMENTS = {
  '__proto__': null,
  'better-sqlite3': 'node:sqlite, or libsql, which has the same functions',
  'bcrypt': 'bcrypt from version 6 on, or @node-rs/bcrypt',
  'canvas': '@napi-rs/canvas',
  'grpc': '@grpc/grpc-js',
  'heapdump': 'v8.writeHeapSnapshot()',
  'leveldown': 'classic-level',
  'node-sass': 'sass',
  're2': 're2-wasm',
};

function replacementFor(filename) {
  const all = ObjectEntries(REPLACEMENTS);
  for (let i = 0; i < all.length; i++) {
    const { 0: name, 1: other } = all[i];
    if (StringPrototypeIncludes(filename, `/node_modules/${name}/`)) return ` Instead of ${name}, use ${other}.`;
  }
  return ' Look for a version of the package, or another one, that uses Node-API.';
}

function reason(filename, text) {
  const name = StringPrototypeSlice(text, 3);
  if (StringPrototypeStartsWith(text, 'v8:')) {
    return `${filename}: this add-on is built on the C++ functions of V8 and Node (it needs ${name}, as add-ons do that use ` +
      `nan). Gyre runs add-ons that use Node-API.${replacementFor(filename)}`;
  }
  if (StringPrototypeStartsWith(text, 'uv:')) {
    return `${filename}: this add-on calls a function of libuv that Gyre does not have (${name}). Gyre has threads, locks, ` +
      `uv_queue_work, and handles of the kinds async, timer, poll, idle, prepare and check.${replacementFor(filename)}`;
  }
  return text;
}

function versionOfNode() {
  const parts = StringPrototypeSplit(process.versions.node, '.');
  return { __proto__: null, major: +parts[0], minor: +parts[1], patch: +parts[2] };
}

function load(module, filename, flags) {
  if (!mayUseAddons()) throw new ERR_DLOPEN_DISABLED();
  openOnce();
  const loaded = native.load(filename, flags);
  if (typeof loaded === 'string') throw new ERR_DLOPEN_FAILED(reason(filename, loaded));
  const { 0: initialize, 1: version } = loaded;
  if (initialize === 0) throw new ERR_DLOPEN_FAILED('Module has no declared entry point.');
  if (initialize < 0) throw new ERR_DLOPEN_FAILED(`Module did not self-register: '${filename}'.`);
  const { major, minor, patch } = versionOfNode();
  const address = native.create(version, `${pathToFileURL(filename)}`, major, minor, patch);
  const environment = new Environment(address, version);
  if (environment.isExperimental) afterGc.isFinalizingAtOnce = true;
  environments[environments.length] = environment;
  const { exports } = module;
  const base = currentTop();
  const made = callFrom(base, 0, initialize, address, handleOf(exports), 0, 0);
  if (made !== undefined && made !== exports) module.exports = made;
}

// ---- the end

// The newest first: cleanup hooks, functions for all threads, finalizers of what is left.
function endAll() {
  const { i32 } = memory;
  if (i32[IS_OVER] !== 0) return;
  i32[IS_OVER] = i32[IS_ENDING] = 1;
  endLoop();
  for (let i = environments.length - 1; i >= 0; i--) {
    const environment = environments[i];
    endHooks(environment);
    runCallbacks(); // of handles that the hooks have closed
    SetPrototypeForEach(environment.threadsafe, (each) => { each.end(); });
    finalizeAll(environment);
    if (environment.instance !== undefined) runFinalizer(environment.instance);
    runCallbacks();
  }
}

module.exports = { load };
