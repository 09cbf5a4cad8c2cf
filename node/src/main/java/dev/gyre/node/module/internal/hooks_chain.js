'use strict';

// The chain of asynchronous hooks, in the thread that has them. The hook that was registered last is called first, and calls
// the next one; the last step is the default. What a hook passes on and what it returns is checked, and the error names the
// module of the hook.

const {
  ArrayPrototypePush, ObjectAssign, ObjectDefineProperty, ReflectSet, SafeSet, StringPrototypeSlice, StringPrototypeToUpperCase,
  ArrayBufferIsView, copyList,
} = require('internal/primordials');
const { codes: {
  ERR_INTERNAL_ASSERTION, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_RETURN_PROPERTY_VALUE,
  ERR_INVALID_RETURN_VALUE, ERR_LOADER_CHAIN_INCOMPLETE, ERR_METHOD_NOT_IMPLEMENTED, ERR_UNKNOWN_MODULE_FORMAT,
} } = require('internal/errors');
const { validateObject, validateString } = require('internal/validators');
const { URL } = require('url');

// ---- the default steps

function defaultResolve(specifier, context) {
  const { resolveByDefault } = require('internal/module/esm_loader');
  return resolveByDefault(specifier, context);
}

function defaultLoad(url, context) {
  const { loadByDefault } = require('internal/module/esm_loader');
  return loadByDefault(url, context);
}

const chains = {
  __proto__: null,
  resolve: [{ __proto__: null, hook: defaultResolve, url: 'node:internal/modules/esm/resolve', next: undefined }],
  load: [{ __proto__: null, hook: defaultLoad, url: 'node:internal/modules/esm/load', next: undefined }],
};

const last = (list) => list[list.length - 1];

// ---- registering

let hasWarned = false;

function add(url, exports, data) {
  const { resolve, load, initialize, globalPreload } = exports;
  if (resolve) ArrayPrototypePush(chains.resolve, { __proto__: null, hook: resolve, url, next: last(chains.resolve) });
  if (load) ArrayPrototypePush(chains.load, { __proto__: null, hook: load, url, next: last(chains.load) });
  if (globalPreload && !initialize && !hasWarned) {
    hasWarned = true;
    process.emitWarning('`globalPreload` has been removed; use `initialize` instead.', 'UnsupportedWarning');
  }
  return initialize?.(data);
}

async function register(specifier, parentURL, data) {
  const { importModule } = require('internal/module/esm_loader');
  await add(specifier, await importModule(specifier, parentURL), data);
}

// ---- calling

let hasWarnedOfAssertions = false;

function warnOfAssertions() {
  if (hasWarnedOfAssertions) return;
  hasWarnedOfAssertions = true;
  process.emitWarning('Use `importAttributes` instead of `importAssertions`', 'ExperimentalWarning');
}

// The older name of `importAttributes`.
function withAlias(context) {
  return ObjectDefineProperty(context, 'importAssertions', {
    __proto__: null,
    configurable: true,
    get() {
      warnOfAssertions();
      return this.importAttributes;
    },
    set(value) {
      warnOfAssertions();
      return ReflectSet(this, 'importAttributes', value);
    },
  });
}

function checkOutput(name, output) {
  if (typeof output !== 'object' || output === null) throw new ERR_INVALID_RETURN_VALUE('an object', name, output);
}

// `run` is one passage through a chain: { name, context, identifier, isFinished, isShortCut, checkArgument }
function stepOf({ hook, url, next }, run) {
  const nextName = `next${StringPrototypeToUpperCase(run.name[0])}${StringPrototypeSlice(run.name, 1)}`;
  const following = next !== undefined ? stepOf(next, run) : () => {
    throw new ERR_INTERNAL_ASSERTION(`ESM custom loader '${run.name}' advanced beyond the end of the chain.`);
  };
  const step = async (argument = undefined, context) => {
    run.identifier = `${url} '${run.name}'`;
    const where = `${run.identifier} hook's ${nextName}()`;
    run.checkArgument(where, argument);
    if (context) validateObject(context, `${where} context`);
    if (next === undefined) run.isFinished = true;
    if (context) ObjectAssign(run.context, context);
    const output = await hook(argument, run.context, following);
    checkOutput(where, output);
    if (output.shortCircuit === true) run.isShortCut = true;
    return output;
  };
  return ObjectDefineProperty(step, 'name', { __proto__: null, value: nextName });
}

async function pass(name, argument, context, checkArgument) {
  const run = { __proto__: null, name, context, identifier: '', isFinished: false, isShortCut: false, checkArgument };
  const output = await stepOf(last(chains[name]), run)(argument, withAlias(context));
  checkOutput(run.identifier, output);
  if (output.shortCircuit === true) run.isShortCut = true;
  if (!run.isFinished && !run.isShortCut) throw new ERR_LOADER_CHAIN_INCOMPLETE(run.identifier);
  return { output, identifier: run.identifier };
}

const wrong = (expected, identifier, property, value) =>
  new ERR_INVALID_RETURN_PROPERTY_VALUE(expected, identifier, property, value);

const validURLs = new SafeSet();

function isURL(text) {
  if (validURLs.has(text)) return true;
  if (!URL.canParse(text)) return false;
  validURLs.add(text);
  return true;
}

async function resolve(specifier, parentURL, importAttributes = { __proto__: null }) {
  const { conditions } = require('internal/module/esm_resolve');
  const context = { conditions: copyList(conditions()), importAttributes, parentURL };
  const { output, identifier } = await pass('resolve', specifier, context,
                                            (where, value) => validateString(value, `${where} specifier`));
  const { format, url } = output;
  if (typeof url !== 'string' || !isURL(url)) throw wrong('a URL string', identifier, 'url', url);
  let attributes = output.importAttributes;
  if (!('importAttributes' in output) && 'importAssertions' in output) {
    warnOfAssertions();
    attributes = output.importAssertions;
  }
  if (attributes !== undefined && attributes !== null && typeof attributes !== 'object') {
    throw wrong('an object', identifier, 'importAttributes', attributes);
  }
  if (format !== undefined && format !== null && typeof format !== 'string') throw wrong('a string', identifier, 'format', format);
  return { __proto__: null, format, importAttributes: attributes, url };
}

function checkURL(where, url) {
  if (typeof url !== 'string') throw new ERR_INVALID_ARG_TYPE(`${where} url`, 'a URL string', url);
  if (!isURL(url)) throw new ERR_INVALID_ARG_VALUE(`${where} url`, url, 'should be a URL string');
}

const isSource = (value) => value === undefined || value === null || typeof value === 'string' ||
  require('util/types').isAnyArrayBuffer(value) || ArrayBufferIsView(value);

async function load(url, context = {}) {
  const { output, identifier } = await pass('load', url, context, checkURL);
  const { format, source, responseURL = url } = output;
  if (typeof responseURL !== 'string' || !URL.canParse(responseURL) || new URL(responseURL).href !== responseURL) {
    throw wrong('undefined or a fully resolved URL string', identifier, 'responseURL', responseURL);
  }
  if (format === undefined || format === null) throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
  if (typeof format !== 'string') throw wrong('a string', identifier, 'format', format);
  if (!isSource(source)) throw wrong('a string, an ArrayBuffer, or a TypedArray', identifier, 'source', source);
  return { __proto__: null, format, responseURL, source };
}

// In this thread nothing can wait for a hook.
function resolveNow() { throw new ERR_METHOD_NOT_IMPLEMENTED('resolveSync()'); }
function loadNow() { throw new ERR_METHOD_NOT_IMPLEMENTED('loadSync()'); }

module.exports = { isOwn: true, register, resolve, load, resolveNow, loadNow };
