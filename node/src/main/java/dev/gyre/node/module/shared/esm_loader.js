'use strict';

// ES modules: loading a graph, linking, evaluating, import() and require() of them.
//
// A graph is loaded synchronously, as in Node: resolve, read, compile, then the requested modules, depth first. Entries are
// cached by URL and type. If loading fails, the entries that this load added are removed, so that the next attempt starts
// again. Evaluation never begins inside import() itself but in a microtask of its own.

const {
  ArrayFrom, ArrayPrototypePush, ObjectAssign, ObjectKeys, ReflectApply, SafeMap, StringPrototypeStartsWith, SyntaxError, TypeError, copyList,
  joinLists, pushAll,
} = require('internal/primordials');
const { compileModule, instantiateModule } = require('internal/compiler');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_REQUIRE_CYCLE_MODULE } } = require('internal/errors');
const options = require('internal/options');
const { conditions, resolve } = require('internal/module/esm_resolve');
const hooks = require('internal/module/hooks');
const customized = require('internal/module/customized');
const { bytesOf, formatOf, isTextImport, sourceOf, checkAttributes } = require('internal/module/esm_format');
const { sourceModule, translate } = require('internal/module/esm_translate');
const { sourceSpecifier } = require('internal/module/esm_syntax');
const { functionMaker } = require('internal/module/esm_text');
const { explain, linkError } = require('internal/module/esm_errors');
const { hasScheme } = require('internal/module/builtins');
const files = require('internal/module/resolve');
const { onEnded } = require('internal/repairs');
const callbacks = require('internal/callbacks');
const { Kind } = require('internal/layout');
const { isTypeScript } = require('internal/module/typescript');
const { tracingChannel } = require('diagnostics_channel');
const dependencies = require('internal/watch_mode/dependencies');
const path = require('path');
const { URL, fileURLToPath, pathToFileURL } = require('url');

const native = binding('esm');

const UNINSTANTIATED = 0;
const INSTANTIATED = 2;
const EVALUATING = 3;

class Entry {
  url; // declared, so that no setter on Object.prototype is called
  format;
  isMain;
  id = -1; // number of V8's module
  links = []; // entries, in the order of the requests
  promise = undefined; // of the evaluation, once it has begun
  isCommonJS = false;
  isCustom = false; // a hook provided it
  source = undefined;
  scan = undefined;
  topLevelAwait = undefined;
  json = undefined;
  moduleSource = undefined; // what a source phase import of it gives
  sourceId = -1; // number of the module for that
  isLinked = false;

  constructor(url, format, isMain) {
    this.url = url;
    this.format = format;
    this.isMain = isMain;
  }
}

const entries = new SafeMap(); // type and URL -> entry
require('internal/module/files').keepKnown(entries);
let created = null; // keys that the current load has added
let requiring = false; // the current load is for require()

const keyOf = (url, attributes) => `${attributes.type ?? ''} ${url}`;

onEnded(() => {
  if (created !== null) for (let i = 0; i < created.length; i++) entries.delete(created[i]);
  created = null;
  requiring = false;
});

// Removes what `run` has added if it fails.
function session(run) {
  const outer = created;
  created = [];
  try {
    return files.withStatCache(run);
  } catch (error) {
    for (let i = 0; i < created.length; i++) entries.delete(created[i]);
    created.length = 0;
    throw error;
  } finally {
    if (outer !== null) pushAll(outer, created);
    created = outer;
  }
}

const load = (specifier, parentURL, attributes, isMain) =>
  session(() => obtain(locate(specifier, parentURL, attributes, isMain), isMain));

// Returns { url, attributes, format }, the format only if a hook gave one.
function locate(specifier, parentURL, attributes, isMain, isFresh = false) {
  if (!hooks.hasResolve()) return located(specifier, parentURL, attributes, isMain, isFresh);
  const step = (name, context) => {
    const parent = context.parentURL ?? parentURL;
    if (customized.isOn()) {
      const found = located(name, parent, context.importAttributes ?? attributes, isMain, isFresh);
      return { url: found.url, format: found.format, importAttributes: found.attributes };
    }
    const url = resolve(name, parent, isMain, context.conditions);
    return { url, format: formatOf(parse(url), undefined, true) };
  };
  const found = hooks.resolveWith(specifier, isMain ? undefined : parentURL, attributes, copyList(conditions()), step);
  return { url: found.url, attributes: found.importAttributes ?? attributes, format: found.format };
}

// Without the hooks of registerHooks().
function located(specifier, parentURL, attributes, isMain, isFresh) {
  if (customized.isOn()) return customized.resolveNow(specifier, isMain ? undefined : parentURL, attributes, isFresh);
  return { url: resolve(specifier, parentURL, isMain), attributes, format: undefined };
}

const parse = (url) => (hasScheme(url) ? { href: url, protocol: 'node:' } : new URL(url));

// `isSource`: only its source is wanted, so what it imports is not loaded.
function obtain({ url, attributes, format: given }, isMain = false, isSource = false) {
  const key = keyOf(url, attributes);
  const known = entries.get(key);
  if (known !== undefined) {
    if (!isSource && !known.isLinked) linkIfNeeded(known);
    return known;
  }
  const isHooked = hooks.hasLoad();
  const step = (href, context) => (customized.isOn() ? customized.loadNow(href, context.importAttributes ?? attributes, context.format) :
    fetched(parse(href), context.format, context.importAttributes ?? attributes, isHooked));
  const { format, source } = isHooked ?
    hooks.loadWith(url, given ?? presumedFormat(url), attributes, copyList(conditions()), step, true) :
    step(url, { __proto__: null, format: given });
  dependencies.imported(url);
  const entry = new Entry(url, format, isMain);
  entry.isCustom = source !== null && source !== undefined && (isHooked || hooks.hasResolve() || customized.isOn());
  return add(entry, key, source, isSource);
}

const isText = (format) => format === 'module' || format === 'commonjs' || format === 'json' || format === 'text' ||
  isTypeScript(format);

// What hooks are told of the format before anything is read.
const presumedFormat = (url) => (StringPrototypeStartsWith(url, 'data:') ? undefined : formatOf(parse(url), undefined, true));

// The default way to get format and source. Hooks get the source as bytes.
function fetched(url, format, attributes, isHooked) {
  let source;
  let bytes;
  const read = isHooked ? () => `${bytes ??= bytesOf(url)}` : () => source ??= sourceOf(url);
  if (url.protocol !== 'node:' && url.protocol !== 'file:' && url.protocol !== 'data:') read(); // throws
  if (isTextImport(attributes)) format = 'text';
  format ??= formatOf(url, read);
  checkAttributes(url.href, format, attributes);
  if (!isText(format) && format !== 'wasm') return { format, responseURL: url.href, source: null };
  return { format, responseURL: url.href, source: isHooked || format === 'wasm' ? bytes ?? bytesOf(url) : read() };
}

// ---- the last steps in the chains of asynchronous hooks

function resolveByDefault(specifier, { parentURL, conditions: wanted, importAttributes }) {
  const isMain = parentURL === undefined;
  const url = resolve(specifier, isMain ? `${pathToFileURL(process.cwd())}/` : parentURL, isMain, wanted);
  if (hasScheme(specifier)) return { __proto__: null, url };
  return { __proto__: null, url, format: isTextImport(importAttributes) ? 'text' : presumedFormat(url) };
}

// The source as bytes; that of a CommonJS module is left to the loader of these.
function loadByDefault(href, { format, importAttributes = { __proto__: null } }) {
  const url = parse(href);
  if (url.protocol !== 'node:' && url.protocol !== 'file:' && url.protocol !== 'data:') sourceOf(url); // throws
  let bytes;
  const read = () => bytes ??= bytesOf(url);
  const isKnown = format !== undefined && format !== null;
  if (isTextImport(importAttributes)) format = 'text';
  format ??= formatOf(url, () => `${read()}`);
  checkAttributes(href, format, importAttributes);
  if (format === 'builtin' || format === 'addon') return { format, responseURL: href, source: null };
  if (format === 'commonjs') return { format, responseURL: href, source: isKnown ? undefined : null };
  return { format, responseURL: href, source: read() };
}

// Compiles the source and loads the modules that it requests.
function add(entry, key, source, isSource = false) {
  entry.id = translate(entry, source);
  entries.set(key, entry);
  ArrayPrototypePush(created, key);
  if (!isSource) linkIfNeeded(entry);
  return entry;
}

function linkIfNeeded(entry) {
  entry.isLinked = true;
  if (entry.scan !== undefined) link(entry);
}

// The number of the module that has the source of another one as its default export.
function sourceIdOf(target) {
  if (target.moduleSource === undefined) {
    throw ObjectAssign(new SyntaxError(`Source phase import object is not defined for module '${target.url}'`), { code: 'ERR_SOURCE_PHASE_NOT_DEFINED' });
  }
  if (target.sourceId < 0) target.sourceId = sourceModule(target.moduleSource);
  return target.sourceId;
}

function link(entry) {
  const links = [];
  for (let i = 0, list = entry.scan.requests; i < list.length; i++) {
    const { specifier, attributes, sourceName } = list[i];
    const isSource = sourceName !== undefined;
    const target = obtain(locate(specifier, entry.url, attributes, false), false, isSource);
    if (isSource) {
      ArrayPrototypePush(links, sourceSpecifier(i), sourceIdOf(target));
      continue;
    }
    if (requiring) refuseCycle(target, specifier, entry);
    ArrayPrototypePush(entry.links, target);
    ArrayPrototypePush(links, specifier, target.id);
  }
  ReflectApply(native.link, native, joinLists([entry.id], links));
}

// A module that is loaded by require() must not request a module that is still loading.
function refuseCycle(target, specifier, parent) {
  const { Module } = require('internal/module/loader');
  const running = target.isCommonJS ? Module._cache[fileURLToPath(target.url)]?.loaded === false :
    native.status(target.id) === EVALUATING;
  if (!running) return;
  throw new ERR_REQUIRE_CYCLE_MODULE(`Cannot import ${target.isCommonJS ? 'CommonJS ' : ''}Module ${specifier} ` +
    `in a cycle. (from ${StringPrototypeStartsWith(parent.url, 'file:') ? fileURLToPath(parent.url) : parent.url})`);
}

// `isRequired`: by require(), whose errors have an empty line more.
function instantiate(entry, isRequired = false) {
  if (native.status(entry.id) !== UNINSTANTIATED) return;
  const wrong = instantiateModule(entry.id);
  if (wrong !== undefined) throw linkError(entry, wrong, instantiate, isRequired);
}

// ---- evaluation

// The promise of the end of a module's evaluation. V8 returns one to the first caller that evaluates it. For a module that
// was evaluated as part of another graph, a module that only imports it provides one.
function evaluate(entry) {
  if (entry.promise !== undefined) return entry.promise;
  instantiate(entry);
  if (native.status(entry.id) === INSTANTIATED) {
    const outer = callbacks.current();
    callbacks.beginPart(Kind.MODULE);
    entry.promise = native.evaluate(entry.id);
    callbacks.beginPart(outer);
  } else {
    const follower = compileModule("import 'it';", 'node:internal/module/esm_follower');
    native.link(follower, 'it', entry.id);
    instantiateModule(follower);
    entry.promise = native.evaluate(follower);
  }
  return entry.promise;
}

async function run(entry) {
  try {
    await evaluate(entry);
  } catch (error) {
    explain(error, entry);
    throw error;
  }
  return native.namespace(entry.id);
}

// ---- import()

function attributesFrom(options) {
  const attributes = { __proto__: null };
  if (options === undefined) return attributes;
  if (typeof options !== 'object' && typeof options !== 'function' || options === null) {
    throw new TypeError('The second argument to import() must be an object');
  }
  const { with: given } = options;
  if (given === undefined) return attributes;
  if (typeof given !== 'object' && typeof given !== 'function' || given === null) {
    throw new TypeError("The 'with' option must be an object");
  }
  for (let i = 0, list = ObjectKeys(given); i < list.length; i++) {
    const key = list[i];
    const value = given[key];
    if (typeof value !== 'string') throw new TypeError('Import attribute value must be a string');
    attributes[key] = value;
  }
  return attributes;
}

// Returns a promise of the namespace.
async function importModule(specifier, parentURL, options, isMain = false) {
  const name = `${specifier}`;
  const attributes = attributesFrom(options);
  await undefined; // loading and evaluation run in a job of their own
  await prepare(name, isMain ? undefined : parentURL, attributes);
  return run(load(name, parentURL, attributes, isMain));
}

const isKnown = (url, attributes) => entries.has(keyOf(url, attributes));

// Asks asynchronous hooks for all that the load will need. Where there are others as well, which come first, they say what
// that is: then each question waits for its answer.
function prepare(specifier, parentURL, attributes) {
  if (!customized.isOn() || hooks.hasResolve() || hooks.hasLoad()) return undefined;
  return customized.prepare(specifier, parentURL, attributes, isKnown);
}

// import.source(): a promise of the source alone.
async function importSource(specifier, parentURL, options) {
  const name = `${specifier}`;
  const attributes = attributesFrom(options);
  await undefined;
  await prepare(name, parentURL, attributes);
  const target = session(() => obtain(locate(name, parentURL, attributes, false), false, true));
  sourceIdOf(target);
  return target.moduleSource;
}

let channel;

// The replacement for `import` in a source with this URL. A function is called for the URL at the first use. Its property
// `source` replaces `import.source`.
function importer(parentURL) {
  const call = (specifier, options) => {
    if (typeof parentURL === 'function') parentURL = parentURL();
    channel ??= tracingChannel('module.import');
    if (!channel.hasSubscribers) return importModule(specifier, parentURL, options);
    return channel.tracePromise(importModule, { __proto__: null, parentURL, url: specifier }, undefined, specifier, parentURL,
                                options);
  };
  call.source = (specifier, options) => {
    if (typeof parentURL === 'function') parentURL = parentURL();
    return importSource(specifier, parentURL, options);
  };
  return call;
}

// The values of the names that were inserted into a script, see esm_syntax.
function valuesOf(bindings, url) {
  const call = importer(url);
  return ArrayFrom(bindings.values(), (kind) => (kind === 'call' ? call : kind === 'sourceCall' ? call.source : functionMaker(call)));
}

const urlOfFile = (file) => (path.isAbsolute(file) ? pathToFileURL(file).href : `${pathToFileURL(process.cwd())}/`);

// ---- import.meta

// import.meta.resolve(); the parent argument needs a command-line option.
function resolveFrom(url) {
  const resolveIt = (specifier, parentURL) => {
    try {
      return locate(`${specifier}`, parentURL, { __proto__: null }, false, true).url;
    } catch (error) {
      if ((error?.code === 'ERR_UNSUPPORTED_DIR_IMPORT' || error?.code === 'ERR_MODULE_NOT_FOUND') && error.url) {
        return error.url;
      }
      if (error?.code === 'ERR_UNKNOWN_BUILTIN_MODULE') return `${specifier}`;
      throw error;
    }
  };
  if (!options.get('--experimental-import-meta-resolve')) return { resolve: (specifier) => resolveIt(specifier, url) }.resolve;
  return {
    resolve(specifier, parentURL = url) {
      if (typeof parentURL !== 'string' && !(parentURL instanceof URL)) {
        throw new ERR_INVALID_ARG_TYPE('parentURL', ['string', 'URL'], parentURL);
      }
      return resolveIt(specifier, `${parentURL}`);
    },
  }.resolve;
}

// The replacements for `import`, `import.meta` and `Function` in a module.
function host(entry) {
  const { url } = entry;
  const meta = { __proto__: null };
  if (StringPrototypeStartsWith(url, 'file:')) {
    const file = fileURLToPath(url);
    meta.dirname = path.dirname(file);
    meta.filename = file;
  }
  meta.main = entry.isMain;
  if (!customized.isHooksThread()) meta.resolve = resolveFrom(url);
  meta.url = url;
  const call = importer(url);
  return { call, sourceCall: call.source, meta, makeFunction: functionMaker(call) };
}

// ---- entry points

const added = (entry, source) => session(() => add(entry, keyOf(entry.url, {}), source));

// Runs a string as a module: -e, stdin.
const loadText = (source, url, isMain) => added(new Entry(url, 'module', isMain), source);

// Runs a file that require() has identified as an ES module, whatever its extension.
function loadRequired(url, source) {
  const known = entries.get(keyOf(url, {}));
  if (known !== undefined) return known;
  requiring = true;
  try {
    return added(new Entry(url, 'module', false), source);
  } finally {
    requiring = false;
  }
}

// `main` is a file name or a URL.
async function loadMain(main) {
  const url = typeof main === 'string' ? pathToFileURL(main).href : main.href;
  if (customized.isOn()) await prepare(url, undefined, { __proto__: null });
  return load(url, `${pathToFileURL(process.cwd())}/`, { __proto__: null }, true);
}

// What a text requests, before it is loaded as a module.
async function prepareText(text, url) {
  if (!customized.isOn()) return;
  const { ModuleScan } = require('internal/module/esm_syntax');
  for (let i = 0, { requests } = new ModuleScan(text, true); i < requests.length; i++) {
    await prepare(requests[i].specifier, url, requests[i].attributes);
  }
}

module.exports = {
  resolveByDefault, loadByDefault, prepareText, importModule,
  resolveFrom: (specifier, parentURL) => locate(specifier, parentURL, { __proto__: null }, false).url,
  host, importer, isModule: (url) => entries.has(keyOf(url, {})), valuesOf, load, loadText, loadRequired, loadMain, run, evaluate, instantiate, urlOfFile,
};
