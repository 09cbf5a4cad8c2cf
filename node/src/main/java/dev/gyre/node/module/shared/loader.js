'use strict';

// The Module class: loading and caching CommonJS modules.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypePush,
  ArrayPrototypeUnshift, Boolean, Error, JSONParse, ObjectDefineProperty, ReflectApply, SafeSet, StringPrototypeCharCodeAt,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, copyList, joinLists,
  removeAt,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_REQUIRE_ESM, ERR_UNKNOWN_BUILTIN_MODULE } } = require('internal/errors');
const { debuglog } = require('internal/util/debuglog');
const { GROUPS, emit, isOn } = require('internal/trace_events/tracing');
const { validateString } = require('internal/validators');
const { emitExperimentalWarning, pendingDeprecate, setOwnProperty } = require('internal/util');
const { onEnded, reserveStackToCompile } = require('internal/repairs');
const fs = require('fs');
const path = require('path');
const builtins = require('internal/module/builtins');
const packages = require('internal/module/package_json');
const resolve = require('internal/module/resolve');
const hooks = require('internal/module/hooks');
const { partialExports, endCycle } = require('internal/module/cycle');
const { installWrapper, readCompiled, wrapSafe, syntaxError } = require('internal/module/compile');
const { kParent, kURL, kFormat, kRequire, kSource } = require('internal/module/tree');
const { forgetLastMatch } = require('internal/last_match');
const options = require('internal/options');
const typescript = require('internal/module/typescript');
const { warnOfMissingType } = require('internal/module/esm_format');
const { canRequire, requireModule } = require('internal/module/esm_require');
const dependencies = require('internal/watch_mode/dependencies');
const { isForced, isModuleMain, runFile: runModuleMain } = require('internal/module/esm_main');
const { tracingChannel } = require('diagnostics_channel');
const { pathToFileURL } = require('url');

const files = require('internal/module/files');

const { readFileSync } = fs;

function Module(id = '', parent) {
  this.id = id;
  this.path = path.dirname(id);
  setOwnProperty(this, 'exports', {});
  this[kParent] = parent;
  if (parent?.children) ArrayPrototypePush(parent.children, this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };
files.keepKnownObject(() => Module._cache);
files.keepKnownObject(() => Module._pathCache);
Module.globalPaths = [];
Module.Module = Module;
installWrapper(Module);

let preloading = false;

const PARENT_DEPRECATED =
  'module.parent is deprecated due to accuracy issues. Please use require.main to find program entry point instead.';

ObjectDefineProperty(Module.prototype, 'isPreloading', { __proto__: null, get: () => preloading });
ObjectDefineProperty(Module.prototype, 'parent', {
  __proto__: null,
  get: pendingDeprecate(function() { return this[kParent]; }, PARENT_DEPRECATED, 'DEP0144'),
  set: pendingDeprecate(function(value) { this[kParent] = value; }, PARENT_DEPRECATED, 'DEP0144'),
});

// ---- paths, which programs may replace

function replaceable(name, getter, setter) {
  ObjectDefineProperty(Module, name, {
    __proto__: null,
    configurable: true,
    get: getter,
    set(value) {
      emitExperimentalWarning(`Module.${name}`);
      setter(value);
    },
  });
}

replaceable('_stat', resolve.getStat, resolve.setStat);
replaceable('_readPackage', resolve.getReadPackage, resolve.setReadPackage);

Module._nodeModulePaths = function(from) { return resolve.nodeModulePaths(from); };
Module._findPath = function(request, paths, isMain, conditions) {
  return resolve.findPath(Module, request, paths, isMain, conditions);
};
Module._resolveLookupPaths = function(request, parent) { return resolve.lookupPaths(Module, request, parent); };
Module._resolveFilename = function(request, parent, isMain, options) {
  return resolve.resolveFilename(Module, request, parent, isMain, options);
};

Module._initPaths = function() {
  const { HOME, NODE_PATH } = process.env;
  const isOff = require('internal/options').get('--no-global-search-paths');
  const paths = [path.resolve(process.execPath, '..', '..', 'lib', 'node')];
  if (HOME) ArrayPrototypeUnshift(paths, path.resolve(HOME, '.node_modules'), path.resolve(HOME, '.node_libraries'));
  if (NODE_PATH) ReflectApply(ArrayPrototypeUnshift, undefined, joinLists([paths], ArrayPrototypeFilter(StringPrototypeSplit(NODE_PATH, path.delimiter), Boolean)));
  resolve.setGlobalPaths(isOff ? [] : paths);
  Module.globalPaths = isOff ? [] : copyList(paths); // a copy: changing it has no effect
};

Module._preloadModules = function(requests) {
  if (!ArrayIsArray(requests) || requests.length === 0) return;
  preloading = true;
  const parent = new Module('internal/preload', null);
  try {
    parent.paths = Module._nodeModulePaths(process.cwd());
  } catch (error) {
    if (error.code !== 'ENOENT') {
      preloading = false;
      throw error;
    }
  }
  for (let i = 0; i < requests.length; i++) parent.require(requests[i]);
  preloading = false;
};

// ---- loading

function remember(module, parent) {
  if (parent?.children && !ArrayPrototypeIncludes(parent.children, module)) ArrayPrototypePush(parent.children, module);
}

// A request from the same folder resolves to the same file again.
const relativeCache = { __proto__: null };

// { filename, url, format }
function locate(request, parent, isMain) {
  if (hooks.hasResolve()) return locateWithHooks(request, parent, isMain);
  if (!builtins.hasScheme(request)) {
    return { __proto__: null, filename: `${Module._resolveFilename(request, parent, isMain)}` };
  }
  return { __proto__: null, filename: builtinId(request), url: request };
}

function builtinId(request) {
  const id = builtins.idOf(request);
  if (id === undefined) throw new ERR_UNKNOWN_BUILTIN_MODULE(request);
  return id;
}

function locateWithHooks(request, parent, isMain, resolveOptions) {
  if (parent && !parent[kURL] && parent.filename) parent[kURL] = hooks.toURL(parent.filename);
  const conditions = copyList(resolve.conditions());
  const found = hooks.resolveWith(request, parent?.[kURL], undefined, conditions, (specifier, context) => {
    if (builtins.hasScheme(specifier) && resolveOptions === undefined) {
      return { url: builtins.urlOf(builtinId(specifier)), format: 'builtin' };
    }
    const { conditions: wanted = conditions } = context;
    if (!ArrayIsArray(wanted)) throw new ERR_INVALID_ARG_VALUE('context.conditions', wanted, 'expected an array');
    const filename = Module._resolveFilename(specifier, parent, isMain, { ...resolveOptions, conditions: new SafeSet(wanted) });
    return { url: hooks.toURL(`${filename}`) };
  });
  return { filename: hooks.toFilename(found.url), url: found.url, format: found.format };
}

// Returns the exports of a core module, or the replacement by a hook: { source, format }.
function loadBuiltin(id, url) {
  if (!hooks.hasLoad()) return { exports: builtins.get(builtins.urlOf(id)) };
  const result = hooks.loadWith(url, 'builtin', undefined, copyList(resolve.conditions()),
                                (_, context) => ({ source: null, format: context.format }));
  if (result.format && result.format !== 'builtin') return { replaced: result };
  return { exports: builtins.get(builtins.urlOf(id)) };
}

Module._load = function(request, parent, isMain) {
  let relativeKey;
  if (parent) {
    relativeKey = `${parent.path}\0${request}`;
    const known = relativeCache[relativeKey];
    if (known !== undefined) {
      const module = Module._cache[known];
      if (module !== undefined) {
        remember(module, parent);
        return module.loaded ? module.exports : partialExports(module, parent);
      }
      delete relativeCache[relativeKey];
    }
  }
  const { filename, url, format } = locate(request, parent, isMain);
  let replaced;
  if (url === request && builtins.hasScheme(request)) {
    const builtin = loadBuiltin(builtinId(request), url);
    if (builtin.replaced === undefined) return builtin.exports;
    ({ replaced } = builtin);
  }
  const cached = replaced === undefined ? Module._cache[filename] : undefined;
  if (cached !== undefined) {
    remember(cached, parent);
    return cached.loaded ? cached.exports : partialExports(cached, parent);
  }
  if (replaced === undefined && builtins.idOf(filename) !== undefined) {
    const builtin = loadBuiltin(builtins.idOf(filename), hooks.toURL(filename));
    if (builtin.replaced === undefined) return builtin.exports;
    ({ replaced } = builtin);
  }

  dependencies.required(filename);
  const module = new Module(filename, parent);
  if (isMain) {
    setOwnProperty(process, 'mainModule', module);
    module.id = '.';
  }
  if (url !== undefined) module[kURL] = url;
  if (replaced !== undefined) {
    module[kSource] = replaced.source;
    module[kFormat] = replaced.format;
  } else if (format !== undefined) {
    module[kFormat] = format;
  }
  reserveStackToCompile(); // what follows is undone by calls, if it fails
  Module._cache[filename] = module;
  if (relativeKey !== undefined) relativeCache[relativeKey] = filename;
  let threw = true;
  const depth = loading.length;
  loading[depth] = () => forget(module, filename, parent, relativeKey);
  try {
    module.load(filename);
    threw = false;
  } finally {
    loading.length = depth;
    if (threw) forget(module, filename, parent, relativeKey);
    else endCycle(module);
  }
  return module.exports;
};

// How to forget each of the modules that are being loaded, the innermost last.
const loading = [];

onEnded(() => {
  for (let i = loading.length - 1; i >= 0; i--) {
    const forgetOne = loading[i];
    forgetOne();
  }
  loading.length = 0;
});

function forget(module, filename, parent, relativeKey) {
  delete Module._cache[filename];
  if (relativeKey === undefined) return;
  delete relativeCache[relativeKey];
  const { children } = parent;
  const at = ArrayIsArray(children) ? ArrayPrototypeIndexOf(children, module) : -1;
  if (at >= 0) removeAt(children, at);
}

Module.prototype.load = function(filename) {
  if (this.loaded) throw new Error(`Module already loaded: ${filename}`);
  this.filename ??= filename;
  this.paths ??= Module._nodeModulePaths(path.dirname(filename));
  Module._extensions[extensionFor(this[kFormat]) ?? findExtension(filename)](this, filename);
  this.loaded = true;
};

// Loads a module in the format that a hook gave it.
function extensionFor(format) {
  if (format === undefined || format === null) return undefined;
  return format === 'json' ? '.json' : format === 'addon' ? '.node' : '.js';
}

// "a.test.js" may be handled by ".test.js" or ".js", whichever is registered.
function findExtension(filename) {
  const name = path.basename(filename);
  for (let at = StringPrototypeIndexOf(name, '.'); at >= 0; at = StringPrototypeIndexOf(name, '.', at + 1)) {
    if (at === 0) continue;
    const extension = StringPrototypeSlice(name, at);
    if (Module._extensions[extension]) return extension;
  }
  return '.js';
}

// NODE_DEBUG=module_timer, and trace events.
const timerLog = debuglog('module_timer');

function timerFor(parent, id) {
  if (!isOn.modules && !timerLog.enabled) return undefined;
  const name = `require('${id}')`;
  const startMs = binding('performance').now();
  if (isOn.modules) emit('b', GROUPS.modules, name, 0);
  return {
    end() {
      if (isOn.modules) emit('e', GROUPS.modules, name, 0);
      if (!timerLog.enabled) return;
      const { formatTime } = require('internal/console/time');
      const took = formatTime(binding('performance').now() - startMs);
      binding('process').writeStderr(`MODULE_TIMER ${process.pid} [${parent ?? ''}] [${id}]: ${took}\n`);
    },
  };
}

let channel;

Module.prototype.require = function(id) {
  validateString(id, 'id');
  if (id === '') throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  channel ??= tracingChannel('module.require');
  const timer = timerFor(this.id, id);
  resolve.beginStatCache();
  try {
    if (!channel.hasSubscribers) return Module._load(id, this, false);
    const context = { __proto__: null, parentFilename: this.filename, id };
    return channel.traceSync(Module._load, context, Module, id, this, false);
  } finally {
    resolve.endStatCache();
    timer?.end();
  }
};

// ---- kinds of files

const stripBom = (text) => (StringPrototypeCharCodeAt(text, 0) === 0xfeff ? StringPrototypeSlice(text, 1) : text);

// Uses the fast path, unless a program replaced the functions that read files.
const readText = (filename) =>
  (fs.readFileSync === readFileSync ? files.readText(filename) : fs.readFileSync(filename, 'utf8'));

// Returns { source, format } of a module, from the hooks. The source may be a function that the compile cache had.
function sourceOf(module, filename, format) {
  module[kFormat] ??= format;
  if (module[kSource] === undefined) {
    if (!hooks.hasLoad()) return { source: compiledOf(module, filename) ?? readText(filename), format: module[kFormat] };
    module[kURL] ??= hooks.toURL(filename);
    const result = hooks.loadWith(module[kURL], module[kFormat], undefined, copyList(resolve.conditions()),
      (url, context) => ({
        source: builtins.hasScheme(url) ? null : readText(hooks.toFilename(url)),
        format: context.format,
      }));
    module[kSource] = result.source;
    if (result.format !== undefined) module[kFormat] = result.format;
  }
  return { source: module[kSource], format: module[kFormat] };
}

// Undefined where the text is needed: it is no CommonJS, or a program has replaced a function that gets it.
function compiledOf(module, filename) {
  const format = module[kFormat];
  const isPlain = (format === undefined || format === 'commonjs') && module._compile === compileModule &&
    fs.readFileSync === readFileSync;
  return isPlain ? readCompiled(filename) : undefined;
}

// Stands for the content of a module whose function is in `cached`.
const CACHED = {};
let cached;

const compileModule = Module.prototype._compile = function(content, filename, format) {
  if (content === CACHED) {
    const compiled = [cached];
    cached = undefined;
    return ReflectApply(compiled[0], this.exports, argumentsOf(this, filename, compiled));
  }
  if (typescript.isTypeScript(format)) {
    this[kURL] ??= hooks.toURL(filename);
    content = typescript.stripModule(content, filename, this[kURL]);
    format = typescript.plainFormat(format);
  }
  if (format === 'module') {
    runModule(this, filename, content);
    return undefined;
  }
  if (StringPrototypeCharCodeAt(content, 0) === 35 && StringPrototypeCharCodeAt(content, 1) === 33) content = `//${content}`;
  const compiled = wrapSafe(filename, content, format, this === process.mainModule);
  if (compiled === undefined) {
    const scope = packages.scopeOf(filename);
    if (scope !== null) warnOfMissingType(scope.file, pathToFileURL(filename));
    runModule(this, filename, content);
    return undefined;
  }
  return ReflectApply(compiled[0], this.exports, argumentsOf(this, filename, compiled));
};

// `compiled` has the function first, then its further arguments.
function argumentsOf(module, filename, compiled) {
  const require = module[kRequire] ?? makeRequire(module);
  const args = [module.exports, require, module, filename, path.dirname(filename)];
  for (let i = 1; i < compiled.length; i++) args[args.length] = compiled[i];
  if (module === process.mainModule) {
    forgetLastMatch();
    if (options.get('--inspect-brk')) binding('inspector').pauseOnStart();
  }
  return args;
}

function runModule(module, filename, content) {
  if (module !== process.mainModule) {
    requireModule(module, filename, content);
    return;
  }
  process.mainModule = undefined;
  runModuleMain(filename);
}

// The format by extension; undefined if only the syntax decides.
function formatOf(filename) {
  const extension = path.extname(filename);
  if (extension === '.mjs') return 'module';
  if (extension === '.cjs') return 'commonjs';
  const hasTypes = typescript.hasTypes(filename);
  if (hasTypes && extension === '.mts') return 'module-typescript';
  if (hasTypes && extension === '.cts') return 'commonjs-typescript';
  if (extension !== '.js' && extension !== '' && !hasTypes) return undefined;
  const type = packages.scopeOf(filename)?.type;
  const known = type === 'none' ? undefined : type;
  if (!hasTypes) return known;
  return known === undefined ? 'typescript' : `${known}-typescript`;
}

Module._extensions['.js'] = function(module, filename) {
  const { source, format } = sourceOf(module, filename, formatOf(filename));
  if ((format === 'module' || format === 'module-typescript') && !canRequire()) {
    throw new ERR_REQUIRE_ESM(filename, true, module[kParent]?.filename, packages.scopeOf(filename)?.file);
  }
  if (typeof source === 'function') {
    cached = source;
    module._compile(CACHED, filename, format);
  } else if (format === 'json') {
    parseJson(module, filename, source);
  } else {
    module._compile(stripBom(source), filename, format);
  }
};

Module._extensions['.json'] = function(module, filename) {
  const { source, format } = sourceOf(module, filename, 'json');
  if (format === 'json') parseJson(module, filename, source);
  else module._compile(stripBom(source), filename, format);
};

function parseJson(module, filename, source) {
  try {
    setOwnProperty(module, 'exports', JSONParse(stripBom(source)));
  } catch (error) {
    error.message = `${filename}: ${error.message}`;
    throw error;
  }
}

Module._extensions['.node'] = function(module, filename) {
  return process.dlopen(module, path.toNamespacedPath(filename));
};

// ---- the `require` function of a module

function makeRequire(module) {
  const require = function require(path) { return module.require(path); };
  require.resolve = function resolve(request, options) {
    validateString(request, 'request');
    if (hooks.hasResolve()) return locateWithHooks(request, module, false, options ?? {}).filename;
    return Module._resolveFilename(request, module, false, options);
  };
  require.resolve.paths = function paths(request) {
    validateString(request, 'request');
    return Module._resolveLookupPaths(request, module);
  };
  setOwnProperty(require, 'main', process.mainModule);
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

function runMain(main = process.argv[1]) {
  resolve.beginStatCache();
  try {
    const found = Module._findPath(path.resolve(main), null, true);
    if ((found || isForced()) && isModuleMain(found || main)) runModuleMain(found || main);
    else Module._load(found || main, null, true);
  } finally {
    resolve.endStatCache();
  }
}
Module.runMain = runMain;

module.exports = { Module, makeRequire, syntaxError, registerHooks: hooks.registerHooks, isBuiltin: (name) => builtins.idOf(name) !== undefined };
