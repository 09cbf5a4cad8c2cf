'use strict';

// Asynchronous hooks (module.register, --experimental-loader) and the loader, which loads a graph in one go. Before it does,
// the hooks are asked for everything that it will need: what each specifier stands for and what is there, from the entry on.
// The loader then finds the answers here. What it asks for besides (import.meta.resolve, require() in a module that a hook
// provided) makes the thread wait for the hooks.

const {
  ArrayBufferIsView, JSONStringify, PromisePrototypeThen, SafeMap, SafeSet,
} = require('internal/primordials');
const { TextDecoder } = require('internal/encoding');
const { isTypeScript, stripModule } = require('internal/module/typescript');
const { toFilename } = require('internal/module/hooks');

let hooks = null; // { resolve, load, resolveNow, loadNow }

const resolved = new SafeMap(); // specifier, parent and attributes -> { url, attributes, format } or { error }
const loaded = new SafeMap(); // URL and attributes -> { format, source } or { error }
const loading = new SafeMap(); // URL and attributes -> promise

const isOn = () => hooks !== null;
const use = (customization) => { hooks = customization; };

// Whether this is the thread that has the hooks, where nothing can wait for them.
const isHooksThread = () => hooks?.isOwn === true;

const requestKey = (specifier, parentURL, attributes) => `${specifier}\0${parentURL ?? ''}\0${JSONStringify(attributes)}`;
const moduleKey = (url, attributes) => `${url}\0${JSONStringify(attributes)}`;

const asResolved = ({ url, format, importAttributes }, attributes) =>
  ({ __proto__: null, url, format, attributes: importAttributes ?? attributes });

const isBytes = (value) => require('util/types').isAnyArrayBuffer(value) || ArrayBufferIsView(value);

// Text for the formats that are text; a missing source is null.
function asLoaded({ format, source }) {
  if (isBytes(source) && format !== 'wasm' && format !== 'addon') source = new TextDecoder().decode(source);
  return { __proto__: null, format, source: source ?? null };
}

// ---- before the loader

const failure = (error) => ({ __proto__: null, error, failed: true });

async function resolveFirst(specifier, parentURL, attributes) {
  const key = requestKey(specifier, parentURL, attributes);
  if (parentURL === undefined || !resolved.has(key)) { // a main program may be run again
    const found = await PromisePrototypeThen(hooks.resolve(specifier, parentURL, attributes),
                                             (value) => asResolved(value, attributes), failure);
    resolved.set(key, found);
  }
  return resolved.get(key);
}

function loadFirst({ url, format, attributes }) {
  const key = moduleKey(url, attributes);
  if (loaded.has(key)) return undefined;
  if (!loading.has(key)) {
    const settle = (result) => {
      loading.delete(key);
      loaded.set(key, result);
    };
    loading.set(key, PromisePrototypeThen(hooks.load(url, { format, importAttributes: attributes }),
                                          (result) => settle(asLoaded(result)), (error) => settle(failure(error))));
  }
  return loading.get(key);
}

// What the module imports; a source that is no module says so later.
function requestsOf(url, { format, source }) {
  if (typeof source !== 'string') return [];
  try {
    if (isTypeScript(format)) source = stripModule(source, toFilename(url), url);
    else if (format !== 'module') return [];
    const { ModuleScan } = require('internal/module/esm_syntax');
    return new ModuleScan(source, true).requests;
  } catch {
    return [];
  }
}

// `isKnown(url, attributes)`: whether the loader has the module already.
async function prepare(specifier, parentURL, attributes, isKnown) {
  const seen = new SafeSet();
  const visit = async (name, parent, wanted) => {
    const found = await resolveFirst(name, parent, wanted);
    if (found.failed || isKnown(found.url, found.attributes)) return;
    const key = moduleKey(found.url, found.attributes);
    if (seen.has(key)) return;
    seen.add(key);
    await loadFirst(found);
    const result = loaded.get(key);
    if (result === undefined || result.failed) return;
    for (let i = 0, list = requestsOf(found.url, result); i < list.length; i++) {
      await visit(list[i].specifier, found.url, list[i].attributes); // in Node's order: one after the other
    }
  };
  await visit(specifier, parentURL, attributes);
}

// ---- for the loader

// A failure is told once; the next attempt asks again.
function takeResolved(key) {
  const found = resolved.get(key);
  if (!found?.failed) return found;
  resolved.delete(key);
  throw found.error;
}

// `isFresh`: the hooks are asked again, as import.meta.resolve() does.
function resolveNow(specifier, parentURL, attributes, isFresh = false) {
  const key = requestKey(specifier, parentURL, attributes);
  let found = isFresh ? undefined : takeResolved(key);
  if (found === undefined) {
    found = asResolved(hooks.resolveNow(specifier, parentURL, attributes), attributes);
    resolved.set(key, found);
  }
  return found;
}

function loadNow(url, attributes, format) {
  const key = moduleKey(url, attributes);
  const found = loaded.get(key);
  loaded.delete(key);
  if (found?.failed) throw found.error;
  return found ?? asLoaded(hooks.loadNow(url, { format, importAttributes: attributes }));
}

module.exports = { isOn, isHooksThread, use, prepare, resolveNow, loadNow };
