'use strict';

// The Module class: loading, compiling and caching CommonJS modules.

const { codes: { ERR_INVALID_ARG_VALUE, ERR_REQUIRE_ESM } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { setOwnProperty } = require('internal/util');
const path = require('path');
const builtins = require('internal/module/builtins');
const packages = require('internal/module/package_json');
const resolve = require('internal/module/resolve');
const { kParent } = require('internal/module/tree');
const options = require('internal/options');
const { rewriteScript } = require('internal/module/esm_syntax');
const { isModuleError, warnOfMissingType } = require('internal/module/esm_format');
const { importer, urlOfFile } = require('internal/module/esm_loader');
const { checkCycle, requireModule } = require('internal/module/esm_require');
const { isModuleMain, runFile: runModuleMain } = require('internal/module/esm_main');
const { pathToFileURL } = require('url');
const { excerpt, kErrorSource } = require('internal/process/fatal_report');

const native = binding('module');
const bridge = binding('bridge');

function Module(id = '', parent) {
  this.id = id;
  this.path = path.dirname(id);
  setOwnProperty(this, 'exports', {});
  this[kParent] = parent;
  parent?.children?.push(this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };
Module.globalPaths = [];
Module.Module = Module;

const WRAPPER = ['(function (exports, require, module, __filename, __dirname) { ', '\n});'];
let patchedWrapper = false;
Module.wrap = (script) => WRAPPER[0] + script + WRAPPER[1];
Object.defineProperty(Module, 'wrapper', {
  get: () => {
    patchedWrapper = true;
    return WRAPPER;
  },
  set(value) {
    patchedWrapper = true;
    WRAPPER.splice(0, WRAPPER.length, ...value);
  },
});

Object.defineProperty(Module.prototype, 'isPreloading', { get: () => preloading });
Object.defineProperty(Module.prototype, 'parent', {
  configurable: true,
  get() { return this[kParent]; },
  set(value) { this[kParent] = value; },
});

let preloading = false;

Module._nodeModulePaths = resolve.nodeModulePaths;
Module._findPath = (request, paths, isMain) => resolve.findPath(Module, request, paths, isMain);
Module._resolveLookupPaths = (request, parent) => resolve.lookupPaths(Module, request, parent);
Module._resolveFilename = (request, parent, isMain, options) =>
  resolve.resolveFilename(Module, request, parent, isMain, options);

Module._initPaths = function _initPaths() {
  const { HOME, NODE_PATH } = process.env;
  const paths = [path.resolve(process.execPath, '..', '..', 'lib', 'node')];
  if (HOME) paths.unshift(path.resolve(HOME, '.node_modules'), path.resolve(HOME, '.node_libraries'));
  if (NODE_PATH) paths.unshift(...NODE_PATH.split(path.delimiter).filter(Boolean));
  Module.globalPaths.splice(0, Module.globalPaths.length, ...paths);
};

Module._preloadModules = function _preloadModules(requests) {
  if (!Array.isArray(requests)) return;
  preloading = true;
  const parent = new Module('internal/preload', null);
  parent.paths = Module._nodeModulePaths(process.cwd());
  for (const request of requests) parent.require(request);
  preloading = false;
};

// A module that asks for another in a cycle gets what that one has exported so far; a property that is not there yet
// is worth a warning.
const cycleProxy = new Proxy({}, {
  get(target, name) {
    if (name in target || name === '__esModule') return target[name];
    warnOfCycle(name);
    return undefined;
  },
  getOwnPropertyDescriptor(target, name) {
    if (Object.hasOwn(target, name) || name === '__esModule') return Object.getOwnPropertyDescriptor(target, name);
    warnOfCycle(name);
    return undefined;
  },
});

function warnOfCycle(name) {
  process.emitWarning(`Accessing non-existent property '${String(name)}' of module exports inside circular dependency`);
}

function partialExports(module, parent) {
  checkCycle(module, parent);
  const { exports } = module;
  const isProxy = require('util/types').isProxy;
  if (exports && !isProxy(exports) && Object.getPrototypeOf(exports) === Object.prototype && !exports.__esModule) {
    Object.setPrototypeOf(exports, cycleProxy);
  }
  return exports;
}

function endCycle(module) {
  const { exports } = module;
  const isProxy = require('util/types').isProxy;
  if (exports && typeof exports === 'object' && !isProxy(exports) && Object.getPrototypeOf(exports) === cycleProxy) {
    Object.setPrototypeOf(exports, Object.prototype);
  }
}

function remember(module, parent) {
  if (parent?.children && !parent.children.includes(module)) parent.children.push(module);
}

// A relative request from the same folder resolves the same way again.
const relativeCache = { __proto__: null };

Module._load = function _load(request, parent, isMain) {
  let relativeKey;
  if (parent) {
    relativeKey = `${parent.path}\0${request}`;
    const file = relativeCache[relativeKey];
    const cached = file === undefined ? undefined : Module._cache[file];
    if (cached !== undefined) {
      remember(cached, parent);
      return cached.loaded ? cached.exports : partialExports(cached, parent);
    }
    delete relativeCache[relativeKey];
  }
  if (request.startsWith('node:')) {
    const exports = builtins.get(request);
    if (exports === undefined) resolve.resolveFilename(Module, request, parent, isMain);
    return exports;
  }
  const filename = Module._resolveFilename(request, parent, isMain);
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    remember(cached, parent);
    return cached.loaded ? cached.exports : partialExports(cached, parent);
  }
  const builtin = builtins.get(filename);
  if (builtin !== undefined) return builtin;
  return loadFile(filename, parent, isMain, relativeKey);
};

function loadFile(filename, parent, isMain, relativeKey) {
  const module = new Module(filename, parent);
  if (isMain) {
    process.mainModule = module;
    mainModule = module;
    module.id = '.';
  }
  Module._cache[filename] = module;
  if (relativeKey !== undefined) relativeCache[relativeKey] = filename;
  let threw = true;
  try {
    module.load(filename);
    threw = false;
  } finally {
    if (threw) {
      delete Module._cache[filename];
      if (relativeKey !== undefined) {
        delete relativeCache[relativeKey];
        const at = parent?.children?.indexOf(module) ?? -1;
        if (at >= 0) parent.children.splice(at, 1);
      }
    } else {
      endCycle(module);
    }
  }
  return module.exports;
}

let mainModule;

Module.prototype.load = function load(filename) {
  if (this.loaded) throw new Error(`Module already loaded: ${filename}`);
  this.filename = filename;
  this.paths = Module._nodeModulePaths(path.dirname(filename));
  const extension = findExtension(filename);
  Module._extensions[extension](this, filename);
  this.loaded = true;
};

// "a.test.js" may be handled by ".test.js" or ".js", whichever is registered.
function findExtension(filename) {
  const name = path.basename(filename);
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
    if (at === 0) continue;
    const extension = name.slice(at);
    if (Module._extensions[extension]) return extension;
  }
  return '.js';
}

Module.prototype.require = function(id) {
  validateString(id, 'id');
  if (id === '') throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  return resolve.withStatCache(() => Module._load(id, this, false));
};

// ---- compiling

const stripBom = (text) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

// A source with import() gets what stands for it as one more parameter.
function compile(source, filename, importName) {
  if (patchedWrapper) {
    const names = importName === undefined ? [] : [importName];
    return bridge.compileFunction(`return ${WRAPPER[0]}${source}${WRAPPER[1]}`, filename, ...names);
  }
  return importName === undefined ? bridge.compileFunction(source, filename, ...PARAMETERS) :
    bridge.compileFunction(source, filename, ...PARAMETERS, importName);
}

function syntaxError([message, file, line, sourceLine, start, end], above) {
  const error = new SyntaxError(message?.replace(/^SyntaxError: /, ''));
  Error.captureStackTrace(error, above);
  const source = excerpt([file, line, sourceLine, start, end]);
  const { stack } = error;
  Object.defineProperty(error, 'stack', {
    value: `${source}\n${stack}`, writable: true, enumerable: false, configurable: true,
  });
  Object.defineProperty(error, kErrorSource, { value: '', enumerable: false });
  return error;
}

// The compiled function and its further arguments; undefined where the source turns out to be an ES module.
function wrapSafe(filename, content, format) {
  const { source, importName } = rewriteScript(content);
  const compiled = compile(source, filename, importName);
  if (typeof compiled === 'function') {
    const more = importName === undefined ? [] : [importer(() => urlOfFile(filename))];
    return patchedWrapper ? [compiled(...more)] : [compiled, ...more];
  }
  const wrong = importName === undefined ? compiled : compile(content, filename);
  if (format !== 'commonjs' && !patchedWrapper && isModuleError(wrong[0], content, filename)) return undefined;
  throw syntaxError(Array.isArray(wrong) ? wrong : compiled, wrapSafe);
}

Module.prototype._compile = function(content, filename, format) {
  if (format === 'module') {
    runModule(this, filename, content);
    return undefined;
  }
  if (content.charCodeAt(0) === 35 && content.charCodeAt(1) === 33) content = `//${content}`;
  const compiled = wrapSafe(filename, content, format);
  if (compiled === undefined) {
    const scope = packages.scopeOf(filename);
    if (scope !== null) warnOfMissingType(scope.file, pathToFileURL(filename));
    runModule(this, filename, content);
    return undefined;
  }
  const require = makeRequire(this);
  const dirname = path.dirname(filename);
  const { exports } = this;
  return Reflect.apply(compiled[0], exports, [exports, require, this, filename, dirname, ...compiled.slice(1)]);
};

function runModule(module, filename, content) {
  if (module !== mainModule) {
    requireModule(module, filename, content);
    return;
  }
  process.mainModule = undefined;
  runModuleMain(filename);
}

// By the extension; undefined where only the syntax can tell.
function formatOf(filename) {
  const extension = path.extname(filename);
  if (extension === '.mjs') return 'module';
  if (extension === '.cjs') return 'commonjs';
  if (extension !== '.js' && extension !== '') return undefined;
  const type = packages.scopeOf(filename)?.type;
  return type === 'none' ? undefined : type;
}

Module._extensions['.js'] = function(module, filename) {
  const content = native.readText(filename);
  const format = formatOf(filename);
  if (format === 'module' && options.get('--experimental-require-module') === false) {
    throw new ERR_REQUIRE_ESM(filename, true, module[kParent]?.filename, packages.scopeOf(filename)?.file);
  }
  module._compile(stripBom(content), filename, format);
};

Module._extensions['.json'] = function(module, filename) {
  const content = native.readText(filename);
  try {
    setOwnProperty(module, 'exports', JSON.parse(stripBom(content)));
  } catch (error) {
    error.message = `${filename}: ${error.message}`;
    throw error;
  }
};

Module._extensions['.node'] = function(module, filename) {
  return process.dlopen(module, path.toNamespacedPath(filename));
};

// ---- the function that a module sees as `require`

function makeRequire(module) {
  const require = function require(path) { return module.require(path); };
  require.resolve = function resolve(request, options) {
    validateString(request, 'request');
    return Module._resolveFilename(request, module, false, options);
  };
  require.resolve.paths = function paths(request) {
    validateString(request, 'request');
    return Module._resolveLookupPaths(request, module);
  };
  setOwnProperty(require, 'main', mainModule);
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

function runMain(main = process.argv[1]) {
  const filename = resolve.withStatCache(() => Module._findPath(path.resolve(main), null, true)) || main;
  if (isModuleMain(filename)) runModuleMain(filename);
  else resolve.withStatCache(() => Module._load(filename, null, true));
}
Module.runMain = runMain;

module.exports = { Module, makeRequire, syntaxError, runMain };
