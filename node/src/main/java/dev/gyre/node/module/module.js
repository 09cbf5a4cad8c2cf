'use strict';

const {
  ArrayPrototypeJoin, ObjectDefineProperty, ObjectFreeze, RegExpPrototypeExec, StringPrototypeEndsWith,
  StringPrototypeSplit, StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { deprecate } = require('internal/deprecation');
const { Module, makeRequire } = require('internal/module/loader');
const builtins = require('internal/module/builtins');
const compileCache = require('internal/module/compile_cache');
const { syncBuiltins } = require('internal/module/esm_translate');
const packages = require('internal/module/package_json');
const { registerHooks } = require('internal/module/hooks');
const { SourceMap } = require('internal/module/source_map');
const sourceMaps = require('internal/module/source_maps');
const { stripTypeScriptTypes } = require('internal/module/typescript');
const path = require('path');

ObjectDefineProperty(Module, 'builtinModules', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() {
    const list = ObjectFreeze(builtins.ids());
    ObjectDefineProperty(Module, 'builtinModules', { __proto__: null, value: list, configurable: true, enumerable: true, writable: true });
    return list;
  },
});

Module.isBuiltin = function isBuiltin(moduleName) {
  return builtins.idOf(`${moduleName}`) !== undefined;
};

const CREATE_REQUIRE_HINT = 'must be a file URL object, file URL string, or absolute path string';

Module.createRequire = function createRequire(filename) {
  const { URL, fileURLToPath } = require('url');
  let file;
  if (filename instanceof URL || (typeof filename === 'string' && !path.isAbsolute(filename))) {
    try {
      file = fileURLToPath(filename);
    } catch {
      throw new ERR_INVALID_ARG_VALUE('filename', filename, CREATE_REQUIRE_HINT);
    }
  } else if (typeof filename !== 'string') {
    throw new ERR_INVALID_ARG_VALUE('filename', filename, CREATE_REQUIRE_HINT);
  } else {
    file = filename;
  }
  // A folder (with a trailing slash) counts as a module inside it.
  const module = new Module(StringPrototypeEndsWith(file, '/') ? path.join(file, 'noop.js') : file);
  module.filename = module.id;
  module.paths = Module._nodeModulePaths(module.path);
  return makeRequire(module);
};

Module.findPackageJSON = function findPackageJSON(specifier, base) {
  const { URL, fileURLToPath } = require('url');
  if (specifier instanceof URL) specifier = specifier.href;
  validateString(specifier, 'specifier');
  const toPath = (value) => (value instanceof URL || StringPrototypeStartsWith(`${value}`, 'file:') ? fileURLToPath(value) : `${value}`);
  if (base === undefined && path.isAbsolute(toPath(specifier))) return packages.scopeOf(toPath(specifier))?.file;
  const from = Module.createRequire(base === undefined ? `${process.cwd()}/` : base);
  if (RegExpPrototypeExec(/^\.{0,2}\//, specifier) !== null || StringPrototypeStartsWith(specifier, 'file:') || specifier === '.' || specifier === '..') {
    const file = StringPrototypeStartsWith(specifier, 'file:') ? fileURLToPath(specifier) : path.resolve(path.dirname(toPath(base)), specifier);
    return packages.scopeOf(StringPrototypeEndsWith(specifier, '/') || specifier === '..' || specifier === '.' ? `${file}/x` : file)?.file;
  }
  const name = ArrayPrototypeJoin(StringPrototypeSplit(specifier, '/', specifier[0] === '@' ? 2 : 1), '/');
  for (let i = 0, list = from.resolve.paths(name) ?? []; i < list.length; i++) {
    const folder = list[i];
    const pkg = packages.read(path.join(folder, name));
    if (pkg !== null) return pkg.file;
  }
  return undefined;
};

Module.syncBuiltinESMExports = function syncBuiltinESMExports() { syncBuiltins(); };
Module.enableCompileCache = compileCache.enableCompileCache;
Module.getCompileCacheDir = compileCache.getCompileCacheDir;
Module.flushCompileCache = compileCache.flushCompileCache;
Module.constants = ObjectFreeze({ __proto__: null, compileCacheStatus: ObjectFreeze({ __proto__: null, ...compileCache.status }) });

Module.registerHooks = registerHooks;
Module.stripTypeScriptTypes = stripTypeScriptTypes;
Module.SourceMap = SourceMap;
Module.findSourceMap = sourceMaps.findSourceMap;
Module.setSourceMapsSupport = sourceMaps.setSourceMapsSupport;
Module.getSourceMapsSupport = sourceMaps.getSupport;

const warnOfRegister = deprecate(() => {}, '`module.register()` is deprecated. Use `module.registerHooks()` instead.', 'DEP0205');

Module.register = function register(specifier, parentURL = undefined, options) {
  const { URL } = require('url');
  warnOfRegister();
  if (parentURL !== null && typeof parentURL === 'object' && !(parentURL instanceof URL)) {
    options = parentURL;
    ({ parentURL } = options);
  }
  require('internal/module/hooks_thread').register(specifier, parentURL ?? 'data:', options?.data, options?.transferList);
};

module.exports = Module;
