'use strict';

// mock.module(): a module with exports of the test's own, for `import` and `require()`.
//
// An import of a mocked module gets another URL, with a parameter that counts up: ES modules can't be taken out of the loader,
// so every version of a mock is a new one. Its source takes the exports from the table `mock._mockExports`. require() asks the
// table itself.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, Error, FunctionPrototypeCall, JSONStringify, ObjectDefineProperties,
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyDescriptors, ObjectKeys, SafeMap, SafeSet,
  RegExp, StringPrototypeIncludes, StringPrototypeSlice, StringPrototypeStartsWith, joinLists, replacePattern,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE } } = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');
const { URL, fileURLToPath, pathToFileURL } = require('url');
const { callerLocation } = require('internal/test/location');

const MOCK_PARAMETER = 'node-test-mock';
const BAD_EXPORTS = 'Cannot create mock because named exports cannot be applied to the provided default export.';
const DEPRECATED = {
  namedExports: 'mock.module(): options.namedExports is deprecated. Use options.exports instead.',
  defaultExport: 'mock.module(): options.defaultExport is deprecated. Use options.exports.default instead.',
};

const versions = new SafeMap(); // URL -> the number of the next version
const active = new SafeMap(); // URL, and file name -> Mock
const exportsOf = new SafeMap(); // URL -> exports; sources of mocks read it
let isInstalled = false;

// ---- the options

const warned = new SafeSet();

function warnOf(options, key) {
  if (!(key in options) || warned.has(key)) return;
  warned.add(key);
  process.emitWarning(DEPRECATED[key], 'DeprecationWarning');
}

function copyProperties(from, to) {
  ObjectDefineProperties(to, ObjectGetOwnPropertyDescriptors(from));
}

function exportsFrom(options) {
  const has = { exports: 'exports' in options, named: 'namedExports' in options, default: 'defaultExport' in options };
  warnOf(options, 'namedExports');
  warnOf(options, 'defaultExport');
  if (has.exports) validateObject(options.exports, 'options.exports');
  if (has.named) validateObject(options.namedExports, 'options.namedExports');
  if (has.exports && (has.named || has.default)) {
    const others = ArrayPrototypeFilter([has.named && "'options.namedExports'", has.default && "'options.defaultExport'"], (name) => name);
    throw new ERR_INVALID_ARG_VALUE('options.exports', options.exports, `cannot be used with ${ArrayPrototypeJoin(others, ' or ')}`);
  }
  const exports = { __proto__: null };
  if (has.exports) copyProperties(options.exports, exports);
  if (has.named) copyProperties(options.namedExports, exports);
  if (has.default) {
    ObjectDefineProperty(exports, 'default', { __proto__: null, ...ObjectGetOwnPropertyDescriptor(options, 'defaultExport') });
  }
  return exports;
}

// ---- import

function resolveHook(specifier, context, nextResolve) {
  const found = nextResolve(specifier, context);
  const mock = active.get(found.url);
  if (mock === undefined) return found;
  const version = versions.get(found.url);
  if (!mock.cache) versions.set(found.url, version + 1);
  const mark = StringPrototypeIncludes(found.url, '?') ? '&' : '?';
  return { __proto__: null, url: `${found.url}${mark}${MOCK_PARAMETER}=${version}`, format: found.format };
}

function loadHook(url, context, nextLoad) {
  const mock = active.get(withoutParameter(url));
  if (mock === undefined) return nextLoad(url, context);
  const format = context.format ?? nextLoad(url, context).format;
  if (format === 'json') nextLoad(withoutParameter(url), context); // asks for the import attribute; the mock itself is JavaScript
  const isModule = format === 'module' || format === 'json' || format === 'module-typescript';
  const source = isModule ? moduleSource(mock) : commonSource(mock);
  return { __proto__: null, format: 'module', shortCircuit: true, source };
}

const PARAMETER = new RegExp(`[?&]${MOCK_PARAMETER}=\\d+$`);

const withoutParameter = (url) => replacePattern(PARAMETER, url, '');

const namesOf = (exports) => ArrayPrototypeFilter(ObjectKeys(exports), (name) => name !== 'default');

// Names of exports may be any strings.
function sourceOf(names, exports) {
  const lines = ArrayPrototypeMap(names, (name, i) => `let $${i} = ${exports}[${JSONStringify(name)}];
export { $${i} as ${JSONStringify(name)} };\n`);
  return ArrayPrototypeJoin(lines, '');
}

const tableOf = ({ url }) => `import $test from 'node:test';
if (!$test.mock._mockExports.has(${JSONStringify(url)})) {
  throw new Error(${JSONStringify(`mock exports not found for "${url}"`)});
}
const $mock = $test.mock._mockExports.get(${JSONStringify(url)});
`;

function moduleSource(mock) {
  const { exports } = mock;
  const names = 'default' in exports ? joinLists(namesOf(exports), ['default']) : namesOf(exports);
  return `${tableOf(mock)}${sourceOf(names, '$mock.exports')}`;
}

// The default export of a CommonJS module or a core module is what require() returns.
function commonSource(mock) {
  return `${tableOf(mock)}const $exports = $mock.required();
export { $exports as default, $exports as "module.exports" };
${sourceOf(namesOf(mock.exports), '$exports')}`;
}

// ---- require

// What require() returns for a mock.
function requiredFrom(exports) {
  const result = 'default' in exports ? exports.default : {};
  const names = namesOf(exports);
  if (names.length > 0 && (typeof result !== 'object' || result === null)) throw new Error(BAD_EXPORTS);
  for (let i = 0; i < names.length; i++) {
    ObjectDefineProperty(result, names[i], { __proto__: null, ...ObjectGetOwnPropertyDescriptor(exports, names[i]) });
  }
  return result;
}

function install() {
  if (isInstalled) return;
  isInstalled = true;
  const { Module, registerHooks, isBuiltin } = require('internal/module/loader');
  require('test').mock._mockExports = exportsOf;
  registerHooks({ resolve: resolveHook, load: loadHook });
  const load = Module._load;
  Module._load = function(request, parent, isMain) {
    const asked = withoutParameter(`${request}`);
    const found = isBuiltin(asked) ? nodeURL(asked) : Module._resolveFilename(asked, parent, isMain);
    const mock = active.get(found);
    return mock === undefined ? FunctionPrototypeCall(load, this, request, parent, isMain) : mock.load(found);
  };
}

const nodeURL = (name) => (StringPrototypeStartsWith(name, 'node:') ? name : `node:${name}`);

// ---- mocks

class Mock {
  #file;
  #caller;
  #wasCached;

  constructor(url, cache, exports, caller) {
    this.url = url;
    this.cache = cache;
    this.exports = exports;
    this.#caller = caller;
    this.#file = StringPrototypeStartsWith(url, 'file:') ? fileURLToPath(url) : undefined;
    if (!versions.has(url)) versions.set(url, 0);
    const { Module } = require('internal/module/loader');
    this.#wasCached = Module._cache[this.#file];
    delete Module._cache[this.#file];
    active.set(url, this);
    if (this.#file !== undefined) active.set(this.#file, this);
    exportsOf.set(url, { __proto__: null, exports, required: () => requiredFrom(exports) });
  }

  load(filename) {
    const { Module } = require('internal/module/loader');
    if (this.cache && Module._cache[filename]) return Module._cache[filename].exports;
    const exports = requiredFrom(this.exports);
    if (this.cache) {
      const module = new Module(filename, this.#caller);
      module.exports = exports;
      module.filename = filename;
      module.loaded = true;
      module.paths = Module._nodeModulePaths(module.path);
      Module._cache[filename] = module;
    }
    return exports;
  }

  restore() {
    if (active.get(this.url) !== this) return;
    const { Module } = require('internal/module/loader');
    delete Module._cache[this.#file];
    if (this.#wasCached !== undefined) Module._cache[this.#file] = this.#wasCached;
    active.delete(this.url);
    active.delete(this.#file);
    versions.set(this.url, versions.get(this.url) + 1);
  }
}

class MockModuleContext {
  #mock;

  constructor(mock) {
    this.#mock = mock;
  }

  restore() {
    this.#mock.restore();
  }
}

function mockModule(specifier, options, method) {
  emitExperimentalWarning('Module mocking');
  if (typeof specifier !== 'string') {
    if (!(specifier instanceof URL)) throw new ERR_INVALID_ARG_TYPE('specifier', ['string', 'URL'], specifier);
    specifier = specifier.href;
  }
  validateObject(options, 'options');
  const { cache = false } = options;
  validateBoolean(cache, 'options.cache');
  const exports = exportsFrom(options);
  install();
  const name = StringPrototypeStartsWith(specifier, 'node:') ? StringPrototypeSlice(specifier, 5) : specifier;
  const file = callerLocation(method)?.file ?? `${process.cwd()}/`;
  const caller = pathToFileURL(file).href;
  const { resolveFrom } = require('internal/module/esm_loader');
  const url = resolveFrom(name, caller);
  if (!URL.canParse(url)) throw new ERR_INVALID_ARG_VALUE('specifier', specifier, 'cannot compute URL');
  if (active.has(url) || withoutParameter(url) !== url) {
    throw new ERR_INVALID_STATE(`Cannot mock '${name}'. The module is already mocked.`);
  }
  return new MockModuleContext(new Mock(url, cache, exports, caller));
}

module.exports = { MOCK_PARAMETER, mockModule };
