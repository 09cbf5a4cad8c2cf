'use strict';

// Compiles a source to a V8 module, by format.
//
// A module that is no JavaScript module itself (CommonJS, JSON, a core module) is represented by a few generated lines, the
// facade. It requests its values when it is evaluated. So a CommonJS module runs in the order of the imports, its exceptions
// are thrown unchanged, and the bindings of core modules can be updated later.
//
//   import { fill } from 'values';
//   var a0, a1;
//   export { a0 as "default", a1 as "readFile" };
//   fill((values) => { ({ 0: a0, 1: a1 } = values); });

const {
  ArrayFrom, ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, Error, JSONParse,
  JSONStringify, ObjectHasOwn, ObjectKeys, RegExpPrototypeExec, StringPrototypeStartsWith, copyList, joinLists,
} = require('internal/primordials');
const { compileCachedModule, compileModule } = require('internal/compiler');
const compileCache = require('internal/module/compile_cache');
const { codes: { ERR_INVALID_RETURN_PROPERTY_VALUE, ERR_UNKNOWN_BUILTIN_MODULE, ERR_UNKNOWN_MODULE_FORMAT } } = require('internal/errors');
const { emitExperimentalWarning, setOwnProperty } = require('internal/util');
const builtins = require('internal/module/builtins');
const { ModuleScan, rewrite } = require('internal/module/esm_syntax');
const hooks = require('internal/module/hooks');
const customized = require('internal/module/customized');
const { sourceOf } = require('internal/module/esm_format');
const sourceMaps = require('internal/module/source_maps');
const { kFormat, kRequire, kSource, kURL } = require('internal/module/tree');
const typescript = require('internal/module/typescript');
const { URL, fileURLToPath } = require('url');

const native = binding('esm');

const FACADE = 'node:internal/module/esm_facade';

// `run` returns the values in the order of the names when the module is evaluated; `keep` gets the function that sets them
// again.
function facade(names, run, keep) {
  const variables = ArrayPrototypeMap(names, (_, i) => `a${i}`);
  const source = `import { fill } from 'values';\nvar ${ArrayPrototypeJoin(variables, ', ')};\n` +
    `export { ${ArrayPrototypeJoin(ArrayPrototypeMap(names, (name, i) => `a${i} as ${JSONStringify(name)}`), ', ')} };\n` +
    `fill((values) => { ({ ${ArrayPrototypeJoin(ArrayPrototypeMap(variables, (name, i) => `${i}: ${name}`), ', ')} } = values); });`;
  const id = compileModule(source, FACADE);
  if (typeof id !== 'number') throw new Error(`the facade did not compile: ${id[0]}`);
  const values = native.synthetic(`${FACADE}/values`, {
    fill(set) {
      set(run());
      keep?.(set);
    },
  });
  native.link(id, 'values', values);
  return id;
}

function compileOf(entry, text) {
  if (!compileCache.isOn() || !StringPrototypeStartsWith(entry.url, 'file:')) return compileModule(text, entry.url);
  return compileCachedModule(fileURLToPath(entry.url), text, entry.url);
}

const translators = {
  __proto__: null,

  module(entry, source) {
    const scan = new ModuleScan(source, true);
    const { source: text, bindings } = rewrite(source, scan);
    let id;
    if (bindings.size === 0) {
      id = compileOf(entry, text);
    } else {
      const { host } = require('internal/module/esm_loader');
      const names = ArrayPrototypeJoin(ArrayFrom(bindings, ({ 0: name, 1: kind }) => `${kind} as ${name}`), ', ');
      const specifier = `gyre:${bindings.keys().next().value}`; // a name that the source doesn't use, so no other specifier is equal
      id = compileOf(entry, `${text}\n;import { ${names} } from '${specifier}';`);
      if (typeof id === 'number') native.link(id, specifier, native.synthetic(specifier, host(entry)));
    }
    if (typeof id !== 'number') {
      // V8's error must show the original source.
      const original = compileModule(source, entry.url);
      const { syntaxError } = require('internal/module/loader');
      throw syntaxError(typeof original === 'number' ? id : original, translators.module);
    }
    sourceMaps.register(entry.url, source);
    entry.scan = scan;
    entry.source = source;
    return id;
  },

  // `original` is the source that the CommonJS loader gets, if it differs.
  commonjs(entry, source, original = source) {
    const file = hooks.toFilename(entry.url);
    source ??= sourceOf(new URL(entry.url)); // an asynchronous hook left it to the CommonJS loader
    const { namesOf } = require('internal/module/esm_names');
    const names = namesOf(file, source);
    names.delete('default');
    names.delete('module.exports');
    const own = copyList(names);
    entry.isCommonJS = true;
    return facade(joinLists(own, ['default', 'module.exports']), () => {
      const exports = loadCommonJS(file, entry, original);
      return joinLists(ArrayPrototypeMap(own, (name) => valueOf(exports, name)), [exports, exports]);
    });
  },

  'module-typescript'(entry, source) {
    return translators.module(entry, typescript.stripModule(source, hooks.toFilename(entry.url), entry.url));
  },

  'commonjs-typescript'(entry, source) {
    return translators.commonjs(entry, typescript.stripModule(source, hooks.toFilename(entry.url), entry.url), source);
  },

  json(entry, source) {
    return facade(['default'], () => [entry.json], undefined, entry.json = parseJSON(entry, source));
  },

  text(entry, source) {
    emitExperimentalWarning('Text import');
    return facade(['default'], () => [source]);
  },

  wasm(entry, source) {
    return require('internal/module/esm_wasm').translate(entry, source);
  },

  builtin(entry) {
    const exports = builtins.get(entry.url);
    if (exports === undefined) throw new ERR_UNKNOWN_BUILTIN_MODULE(entry.url);
    const names = ArrayPrototypeFilter(ObjectKeys(exports), (name) => name !== 'default');
    const values = () => joinLists(ArrayPrototypeMap(names, (name) => valueOf(exports, name)), [exports]);
    return facade(joinLists(names, ['default']), values, (set) => { ArrayPrototypePush(setters, () => set(values())); });
  },

  addon(entry) {
    emitExperimentalWarning('Importing addons');
    return translators.commonjs(entry, '');
  },
};

function loadCommonJS(file, entry, source) {
  const { Module } = require('internal/module/loader');
  if (Module._cache[file] !== undefined || (!entry.isCustom && !entry.isMain)) return Module._load(file, undefined, false);
  const module = new Module(file);
  if (entry.isMain) setOwnProperty(process, 'mainModule', module);
  if (entry.isCustom) { // the hooks ran already: the CommonJS loader gets their result
    module[kURL] = entry.url;
    module[kFormat] = entry.format;
    module[kSource] = source;
    if (customized.isOn()) module[kRequire] = require('internal/module/esm_require').customRequire(module, entry.url);
  }
  Module._cache[file] = module;
  try {
    module.load(file);
  } finally {
    if (!module.loaded) delete Module._cache[file];
  }
  return module.exports;
}

function valueOf(exports, name) {
  if (exports === null || exports === undefined || !ObjectHasOwn(exports, name)) return undefined;
  try {
    return exports[name];
  } catch {
    return undefined; // a getter that throws is ignored, as in Node
  }
}

// A JSON file that was required before is the same object, and the other way round.
function parseJSON(entry, source) {
  const { Module } = require('internal/module/loader');
  const shared = StringPrototypeStartsWith(entry.url, 'file:') && RegExpPrototypeExec(/[?#]/, entry.url) === null;
  const file = shared ? fileURLToPath(entry.url) : undefined;
  if (shared && Module._cache[file]?.loaded) return Module._cache[file].exports;
  let value;
  try {
    value = JSONParse(source);
  } catch (error) {
    error.message = `${file ?? entry.url}: ${error.message}`;
    throw error;
  }
  if (shared) {
    const module = new Module(file);
    module.filename = file;
    module.exports = value;
    module.loaded = true;
    Module._cache[file] = module;
  }
  return value;
}

// Each function updates the bindings of one core module to its current exports.
const setters = [];
function syncBuiltins() {
  for (let i = 0; i < setters.length; i++) setters[i]();
}

const needsSource = { '__proto__': null, 'module': true, 'module-typescript': true, 'commonjs-typescript': true, 'json': true, 'text': true, 'wasm': true };

function translate(entry, source) {
  const translator = translators[entry.format];
  if (translator === undefined) throw new ERR_UNKNOWN_MODULE_FORMAT(entry.format, entry.url);
  if ((source === undefined || source === null) && needsSource[entry.format]) {
    throw new ERR_INVALID_RETURN_PROPERTY_VALUE('string, array buffer, or typed array', 'load', 'source', source);
  }
  return translator(entry, source);
}

// The module whose default export is what the source phase of another one is: see esm_syntax.
const sourceModule = (value) => facade(['default'], () => [value]);

module.exports = { sourceModule, translate, syncBuiltins };
