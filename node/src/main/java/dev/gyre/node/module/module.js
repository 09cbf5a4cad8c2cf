'use strict';

const {
  ArrayPrototypeJoin, ObjectDefineProperty, ObjectFreeze, RegExpPrototypeExec, StringPrototypeEndsWith,
  StringPrototypeSplit, StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { deprecate } = require('internal/deprecation');
const { Module, makeRequire } = require('internal/module/loader');
const builtins = require('internal/module/builtins');
const compileCache = require('internal/module/compile_cache');
const { packageJSONOf, resolve } = require('internal/module/esm_resolve');
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

// A bare name: the package.json of that package. Anything else is resolved as an import, and the nearest one above it found.
Module.findPackageJSON = function findPackageJSON(specifier, base = 'data:') {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('specifier');
  const { URL, fileURLToPath, pathToFileURL } = require('url');
  try {
    specifier = `${specifier}`;
  } catch {
    validateString(specifier, 'specifier');
  }
  let parent = base;
  if (!(base instanceof URL)) {
    validateString(base, 'base');
    parent = path.isAbsolute(base) ? pathToFileURL(base) : new URL(base);
  }
  if (specifier !== '' && specifier[0] !== '.' && specifier[0] !== '/' && !URL.canParse(specifier)) {
    new URL('./node_modules/', parent); // throws, as in Node, unless packages can be there
    return packageJSONOf(specifier, fileURLToPath(parent));
  }
  return packages.scopeOf(fileURLToPath(resolvedForPackage(specifier, parent.href)))?.file;
};

function resolvedForPackage(specifier, parentURL) {
  try {
    return resolve(specifier, parentURL);
  } catch (error) {
    if (error?.code !== 'ERR_UNSUPPORTED_DIR_IMPORT') throw error;
    return error.url;
  }
}

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
