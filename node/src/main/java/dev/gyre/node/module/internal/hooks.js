'use strict';

// module.registerHooks(): functions of the program that take part in resolving and loading. The hook registered last runs
// first. Each calls the next or returns a result of its own (`shortCircuit`); the default step is the last.

const {
  ArrayBufferIsView, ArrayPrototypeIndexOf, ArrayPrototypePush, ObjectAssign, ObjectFreeze, StringPrototypeStartsWith,
  SymbolDispose, removeAt,
} = require('internal/primordials');
const { TextDecoder } = require('internal/encoding');
const { codes: { ERR_INVALID_RETURN_PROPERTY_VALUE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const path = require('path');
const builtins = require('internal/module/builtins');
const { fileURLToPath, pathToFileURL } = require('url');

const resolveHooks = [];
const loadHooks = [];

class ModuleHooks {
  constructor(resolve, load) {
    this.resolve = resolve;
    this.load = load;
    if (resolve) ArrayPrototypePush(resolveHooks, this);
    if (load) ArrayPrototypePush(loadHooks, this);
    ObjectFreeze(this);
  }

  deregister() {
    for (let i = 0, list = [resolveHooks, loadHooks]; i < list.length; i++) {
      const hooks = list[i];
      const at = ArrayPrototypeIndexOf(hooks, this);
      if (at >= 0) removeAt(hooks, at);
    }
  }

  [SymbolDispose]() { this.deregister(); }
}

function registerHooks(hooks) {
  const { resolve, load } = hooks;
  if (resolve) validateFunction(resolve, 'hooks.resolve');
  if (load) validateFunction(load, 'hooks.load');
  return new ModuleHooks(resolve, load);
}

// ---- file names and URLs

function toURL(filename) {
  if (!filename) return filename;
  const id = builtins.idOf(builtins.hasScheme(filename) ? filename : builtins.urlOf(filename));
  if (id !== undefined) return builtins.urlOf(id);
  return path.isAbsolute(filename) ? pathToFileURL(filename).href : filename;
}

function toFilename(url) {
  if (!url) return url;
  const id = builtins.idOf(url);
  if (id !== undefined) return builtins.idOf(id) === undefined ? url : id; // some have no name without a scheme
  return StringPrototypeStartsWith(url, 'file://') ? fileURLToPath(url) : url;
}

// ---- chains

// The steps share one context, to which each may add for those after it.
function run(hooks, name, argument, context, defaultStep, validate) {
  let last = hooks.length;
  const step = (index) => (value, given) => {
    last = index;
    if (given && given !== context) ObjectAssign(context, given);
    const result = index === 0 ? defaultStep(value, context) : callHook(hooks[index - 1][name], value, context, step(index - 1));
    if (index > 0 && last === index && !result?.shortCircuit) {
      throw new ERR_INVALID_RETURN_PROPERTY_VALUE('true', name, 'shortCircuit', result?.shortCircuit);
    }
    return validate(value, result);
  };
  return step(hooks.length)(argument, context);
}

// Without `this`.
const callHook = (hook, value, context, next) => hook(value, context, next);

function validateResolved(specifier, { url, format, importAttributes }) {
  if (typeof url !== 'string') throw new ERR_INVALID_RETURN_PROPERTY_VALUE('a URL string', 'resolve', 'url', url);
  if (format && typeof format !== 'string') {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE('a string', 'resolve', 'format', format);
  }
  if (importAttributes && typeof importAttributes !== 'object') {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE('an object', 'resolve', 'importAttributes', importAttributes);
  }
  return { __proto__: null, url, format, importAttributes };
}

const isBytes = (value) => require('util/types').isAnyArrayBuffer(value) || ArrayBufferIsView(value);

const isMissing = (value) => value === undefined || value === null;

// For an import, the source of a CommonJS module may be missing: its loader then reads it.
const validateImported = (url, result) => (
  validateLoaded(url, result, isMissing(result?.source) && result?.format !== 'module' && result?.format !== 'builtin'));

function validateLoaded(url, result, isMissingAllowed = false) {
  const { source, format } = result;
  if (!isMissingAllowed && !builtins.hasScheme(url) && typeof source !== 'string' && !isBytes(source) && format !== 'addon') {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE('a string, an ArrayBuffer, or a TypedArray', 'load', 'source', source);
  }
  if (typeof format !== 'string' && format !== undefined && format !== null) {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE('a string', 'load', 'format', format);
  }
  return result;
}

// Returns { url, format, importAttributes }. The last step is resolve(specifier, context).
function resolveWith(specifier, parentURL, importAttributes, conditions, resolve) {
  const context = { parentURL, importAttributes, conditions };
  return run(resolveHooks, 'resolve', specifier, context, resolve, validateResolved);
}

class ModuleLoadContext {
  constructor(format, importAttributes, conditions) {
    this.format = format;
    this.importAttributes = importAttributes;
    this.conditions = conditions;
  }
}

// Returns { format, source }, the source as a string. The last step is load(url, context).
function loadWith(url, format, importAttributes, conditions, load, isImport = false) {
  const context = new ModuleLoadContext(format, importAttributes, conditions);
  const result = run(loadHooks, 'load', url, context, load, isImport ? validateImported : validateLoaded);
  if (!isBytes(result.source) || result.format === 'addon' || result.format === 'wasm') return result;
  return { ...result, source: new TextDecoder().decode(result.source) };
}

module.exports = {
  registerHooks, resolveWith, loadWith, toURL, toFilename,
  hasResolve: () => resolveHooks.length > 0,
  hasLoad: () => loadHooks.length > 0,
};
