'use strict';

// require() of an ES module: its graph is loaded and evaluated synchronously, so none of its modules may await at its top
// level.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ObjectDefineProperty, ObjectHasOwn, PromisePrototypeThen,
  StringPrototypeEndsWith, StringPrototypeRepeat, StringPrototypeStartsWith,
} = require('internal/primordials');
const { compileModule } = require('internal/compiler');
const { codes: { ERR_REQUIRE_ASYNC_MODULE, ERR_REQUIRE_CYCLE_MODULE } } = require('internal/errors');
const esm = require('internal/module/esm_loader');
const { awaiting, placesOf } = require('internal/module/esm_await');
const options = require('internal/options');
const { emitExperimentalWarning, setOwnProperty } = require('internal/util');
const builtins = require('internal/module/builtins');
const { explain } = require('internal/module/esm_errors');
const { kParent, parentOf, kRequiredModule } = require('internal/module/tree');
const { kErrorSource } = require('internal/process/fatal_report');
const { fileURLToPath, pathToFileURL } = require('url');

const native = binding('esm');

const EVALUATING = 3;
const EVALUATED = 4;
const PENDING = 0;
const REJECTED = 2;

function requireStack(module) {
  const stack = [];
  for (let cursor = parentOf(module); cursor; cursor = parentOf(cursor)) ArrayPrototypePush(stack, cursor.filename || cursor.id);
  return stack;
}

function cycleError(file, parent) {
  return new ERR_REQUIRE_CYCLE_MODULE(
    `Cannot require() ES Module ${file} in a cycle.${parent ? ` (from ${parent})` : ''} A cycle involving require(esm) ` +
    'is not allowed to maintain invariants mandated by the ECMAScript specification. Try making at least part of the ' +
    'dependency in the graph lazily loaded.');
}

// With --trace-require-module; its value no-node-modules limits the warning to callers outside of node_modules.
function warnIfAsked(module) {
  const mode = options.get('--trace-require-module');
  if (mode === undefined || mode === false) return;
  const parent = parentOf(module);
  if (mode === 'no-node-modules' && parent?.filename?.includes('/node_modules/')) return;
  const from = parent?.filename || parent?.id;
  const named = { 'internal/preload': '--require', '<repl>': 'The REPL', '.': 'The entry point' }[from];
  const prefix = from ? `${named ?? `CommonJS module ${from}`} is loading ES Module ${module.id} using require().\n` : '';
  emitExperimentalWarning('Support for loading ES Module in require()', prefix, undefined, parent?.require);
}

// Sets the exports of the CommonJS module to those of the ES module in the same file.
function requireModule(module, file, source) {
  warnIfAsked(module);
  const entry = esm.loadRequired(pathToFileURL(file).href, source);
  module[kRequiredModule] = entry;
  const parent = module[kParent]?.filename;
  if (native.status(entry.id) === EVALUATING) throw cycleError(file, parent);
  esm.instantiate(entry, true);
  if (awaiting(entry).length > 0) throw asyncError(module, file, entry);
  const namespace = evaluateNow(entry, module, file);
  if (ObjectHasOwn(namespace, 'module.exports')) module.exports = namespace['module.exports'];
  else if (!ObjectHasOwn(namespace, 'default') || ObjectHasOwn(namespace, '__esModule')) module.exports = namespace;
  else module.exports = withEsModule(entry);
}

// The `require` of a CommonJS module that an asynchronous hook has provided: what it requires goes through the hooks, too.
function customRequire(module, url) {
  const { Module, makeRequire } = require('internal/module/loader');
  const plain = makeRequire(module);
  const require_ = function require(specifier) {
    const attributes = { __proto__: null };
    let request = specifier;
    if (builtins.idOf(`${specifier}`) === undefined) {
      const file = Module._resolveFilename(specifier, module);
      if (StringPrototypeEndsWith(file, '.node')) return plain(specifier);
      if (StringPrototypeEndsWith(file, '.json')) attributes.type = 'json';
      request = pathToFileURL(file).href;
    }
    return exportsOf(esm.load(request, url, attributes, false), module);
  };
  require_.resolve = plain.resolve;
  setOwnProperty(require_, 'main', process.mainModule);
  require_.extensions = plain.extensions;
  require_.cache = plain.cache;
  return require_;
}

function exportsOf(entry, module) {
  const { Module } = require('internal/module/loader');
  const file = StringPrototypeStartsWith(entry.url, 'file:') ? fileURLToPath(entry.url) : entry.url;
  if (native.status(entry.id) === EVALUATING) {
    if (entry.isCommonJS) return Module._cache[file]?.exports;
    throw cycleError(file, module.filename);
  }
  esm.instantiate(entry, true);
  if (awaiting(entry).length > 0) throw asyncError(module, file, entry);
  const namespace = evaluateNow(entry, module, file);
  return entry.scan === undefined ? namespace.default : namespace;
}

function asyncError(module, file, entry) {
  const error = new ERR_REQUIRE_ASYNC_MODULE(file, requireStack(module));
  if (!options.get('--experimental-print-required-tla')) return error;
  const places = placesOf(entry);
  const frames = ArrayPrototypeMap(places, ({ url, line, column, sourceLine }) =>
    `${StringPrototypeStartsWith(url, 'file:') ? fileURLToPath(url) : url}:${line}\n\n${sourceLine}\n${StringPrototypeRepeat(' ', column - 1)}^\n`);
  const hidden = { enumerable: false, configurable: true, writable: true };
  ObjectDefineProperty(error, kErrorSource, { __proto__: null, ...hidden, value: ArrayPrototypeJoin(frames, '\n') });
  ObjectDefineProperty(error, 'topLevelAwaitLocations', { __proto__: null, ...hidden, value: places });
  return error;
}

function evaluateNow(entry, module, file) {
  const promise = esm.evaluate(entry);
  const { 0: state, 1: reason } = binding('util').getPromiseDetails(promise);
  if (state === REJECTED) {
    PromisePrototypeThen(promise, undefined, () => {}); // it is thrown here instead
    explain(reason, entry);
    throw reason;
  }
  if (state === PENDING) throw asyncError(module, file, entry);
  return native.namespace(entry.id);
}

// Has the same live bindings, and the mark by which transpiled code recognizes an ES module.
function withEsModule(entry) {
  const id = compileModule("export * from 'it'; export { default } from 'it'; export const __esModule = true;",
                            'node:internal/module/esm_required');
  native.link(id, 'it', entry.id);
  native.instantiate(id);
  native.evaluate(id);
  return native.namespace(id);
}

// The result of a cyclic require() of a module that is still loading.
function checkCycle(module) {
  const entry = module[kRequiredModule];
  if (entry === undefined || native.status(entry.id) >= EVALUATED) return;
  const parent = module[kParent]?.filename;
  throw new ERR_REQUIRE_CYCLE_MODULE(
    `Cannot require() ES Module ${module.id} in a cycle.${parent ? ` (from ${parent})` : ''}`);
}

// --no-require-module, under its old and its new name.
const canRequire = () =>
  options.get('--require-module') !== false && options.get('--experimental-require-module') !== false;

module.exports = { customRequire, requireModule, checkCycle, canRequire };
