'use strict';

// From a request ("./x", "pkg/sub", "#internal", "/abs") to a file name, as CommonJS does it.

const { codes: { ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_BUILTIN_MODULE } } = require('internal/errors');
const { validateString } = require('internal/validators');
const path = require('path');
const builtins = require('internal/module/builtins');
const { parentOf } = require('internal/module/tree');
const packages = require('internal/module/package_json');
const { resolveExports, resolveImports } = require('internal/module/exports');
const options = require('internal/options');

const native = binding('module');

const FILE = 0;
const FOLDER = 1;

// One `require` of the main program asks for the same paths over and over: remembered while it runs.
let stats = null;
let depth = 0;

function withStatCache(run) {
  depth++;
  stats ??= new Map();
  try {
    return run();
  } finally {
    if (--depth === 0) stats = null;
  }
}

function stat(file) {
  const known = stats?.get(file);
  if (known !== undefined) return known;
  const result = native.stat(file);
  stats?.set(file, result);
  return result;
}

const realpaths = new Map();
function realpath(file) {
  let real = realpaths.get(file);
  if (real === undefined) realpaths.set(file, real = native.realpath(file));
  return real;
}

let conditionSet;
function conditions() {
  if (conditionSet === undefined) {
    conditionSet = new Set(['require', 'node', 'module-sync', 'node-addons', ...options.list('--conditions')]);
    if (options.get('--no-addons')) conditionSet.delete('node-addons');
  }
  return conditionSet;
}

const preserveSymlinks = (isMain) =>
  (isMain ? options.get('--preserve-symlinks-main') || process.env.NODE_PRESERVE_SYMLINKS_MAIN === '1' :
    options.get('--preserve-symlinks') || process.env.NODE_PRESERVE_SYMLINKS === '1');

const toReal = (file, isMain) => (preserveSymlinks(isMain) ? path.resolve(file) : realpath(file));

// ---- files and folders

function tryFile(file, isMain) {
  return stat(file) === FILE ? toReal(file, isMain) : undefined;
}

function tryExtensions(base, extensions, isMain) {
  for (const extension of extensions) {
    const found = tryFile(base + extension, isMain);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tryFolder(folder, extensions, isMain, request) {
  const main = packages.read(folder)?.main;
  const tryIndex = () => tryExtensions(path.resolve(folder, 'index'), extensions, isMain);
  if (!main) return tryIndex();
  const file = path.resolve(folder, main);
  const found = tryFile(file, isMain) ?? tryExtensions(file, extensions, isMain) ??
    tryExtensions(path.resolve(file, 'index'), extensions, isMain);
  if (found !== undefined) return found;
  const index = tryIndex();
  const json = path.resolve(folder, 'package.json');
  if (index === undefined) {
    const error = new Error(`Cannot find module '${file}'. Please verify that the package.json has a valid "main" entry`);
    error.code = 'MODULE_NOT_FOUND';
    error.path = json;
    error.requestPath = request;
    throw error;
  }
  process.emitWarning(
    `Invalid 'main' field in '${json}' of '${main}'. Please either fix that or report it to the module author`,
    'DeprecationWarning', 'DEP0128');
  return index;
}

// "x/", ".", "..", "x/.", "x/.."
const endsAsFolder = (request) => /(^|\/)\.{1,2}$|\/$/.test(request);

function findPath(Module, request, paths, isMain) {
  const absolute = path.isAbsolute(request);
  if (absolute) paths = [''];
  else if (!paths || paths.length === 0) return false;
  const key = `${request}\0${paths.length === 1 ? paths[0] : paths.join('\0')}`;
  const known = Module._pathCache[key];
  if (known) return known;
  const trailing = endsAsFolder(request);
  const isRelative = /^\.{1,2}(\/|$)/.test(request);
  let insidePath = true;
  if (isRelative && path.normalize(request).startsWith('..')) insidePath = false;
  const extensions = Object.keys(Module._extensions);
  for (const current of paths) {
    if (insidePath && current && stat(current) !== FOLDER) continue;
    if (!absolute && !isRelative) {
      const exported = tryExported(current, request, Module);
      if (exported !== undefined) {
        Module._pathCache[key] = exported;
        return exported;
      }
    }
    const base = path.resolve(current, request);
    const kind = stat(base);
    let file;
    if (!trailing) {
      if (kind === FILE) file = toReal(base, isMain);
      file ??= tryExtensions(base, extensions, isMain);
    }
    if (file === undefined && kind === FOLDER) file = tryFolder(base, extensions, isMain, request);
    if (file !== undefined) {
      Module._pathCache[key] = file;
      return file;
    }
  }
  return false;
}

// ---- packages

const packageName = /^((?:@[^/\\%]+\/)?[^./\\%][^/\\%]*)(\/.*)?$/;

function tryExported(nodeModules, request, Module) {
  const parts = packageName.exec(request);
  if (parts === null) return undefined;
  const [, name, rest = ''] = parts;
  const pkg = packages.read(path.resolve(nodeModules, name));
  if (pkg?.exports === undefined || pkg.exports === null) return undefined;
  const found = resolveExports(pkg, `.${rest}`, conditions(), undefined);
  return finish(found, pkg, request, Module);
}

function trySelf(parentFile, request, Module) {
  if (parentFile === undefined) return false;
  const pkg = packages.scopeOf(parentFile);
  if (pkg === null || pkg.exports === undefined || pkg.exports === null || pkg.name === undefined) return false;
  let rest;
  if (request === pkg.name) rest = '.';
  else if (request.startsWith(`${pkg.name}/`)) rest = `.${request.slice(pkg.name.length)}`;
  else return false;
  const found = resolveExports(pkg, rest, conditions(), parentFile);
  return finish(found, pkg, request, Module);
}

function finish(found, pkg, request, Module) {
  if (found.specifier !== undefined) {
    return Module._resolveFilename(found.specifier, { id: pkg.file, filename: pkg.file, paths: Module._nodeModulePaths(pkg.folder) });
  }
  if (stat(found.file) === FILE) return toReal(found.file, false);
  const error = new Error(`Cannot find module '${found.file}'`);
  error.code = 'MODULE_NOT_FOUND';
  error.path = pkg.file;
  throw error;
}

// ---- where to look

function nodeModulePaths(from) {
  from = path.resolve(from);
  if (from === '/') return ['/node_modules'];
  const paths = [];
  const parts = from.split('/');
  for (let i = parts.length; i > 0; i--) {
    if (parts[i - 1] === 'node_modules') continue;
    const folder = parts.slice(0, i).join('/');
    paths.push(`${folder}/node_modules`);
  }
  return paths;
}

const isRelativeRequest = (request) =>
  request.charCodeAt(0) === 46 && (request.length === 1 || request[1] === '/' ||
    (request[1] === '.' && (request.length === 2 || request[2] === '/')));

function lookupPaths(Module, request, parent) {
  if (builtins.idOf(request) !== undefined && !request.startsWith('node:')) return null;
  if (!isRelativeRequest(request)) {
    const paths = parent?.paths?.length ? [...parent.paths, ...Module.globalPaths] : Module.globalPaths;
    return paths.length > 0 ? paths : null;
  }
  if (!parent?.id || !parent.filename) return ['.', ...nodeModulePaths('.'), ...Module.globalPaths];
  return [path.dirname(parent.filename)];
}

function pathsFromOption(Module, request, option) {
  if (!Array.isArray(option)) throw new ERR_INVALID_ARG_VALUE('options.paths', option);
  if (isRelativeRequest(request)) return option;
  const paths = [];
  for (const start of option) {
    const fake = new Module('', null);
    fake.paths = nodeModulePaths(start);
    for (const found of lookupPaths(Module, request, fake) ?? []) {
      if (!paths.includes(found)) paths.push(found);
    }
  }
  return paths;
}

function resolveFilename(Module, request, parent, isMain, option) {
  validateString(request, 'request');
  if (builtins.idOf(request) !== undefined) return request;
  if (request.startsWith('node:')) throw new ERR_UNKNOWN_BUILTIN_MODULE(request);
  let paths;
  if (typeof option === 'object' && option !== null && option.paths !== undefined) {
    paths = pathsFromOption(Module, request, option.paths);
  } else {
    paths = lookupPaths(Module, request, parent);
  }
  const parentFile = parent?.filename ?? undefined;
  if (request[0] === '#' && (parentFile || parent?.id === '<repl>')) {
    const from = parentFile ?? `${process.cwd()}/.`;
    const pkg = packages.scopeOf(from);
    if (pkg?.imports !== undefined) {
      return finish(resolveImports(pkg, request, conditions(), from), pkg, request, Module);
    }
  }
  const self = trySelf(parentFile, request, Module);
  if (self) return self;
  const file = Module._findPath(request, paths, isMain);
  if (file) return file;
  throw notFound(request, parent);
}

function notFound(request, parent) {
  const requireStack = [];
  for (let cursor = parent; cursor; cursor = parentOf(cursor)) {
    requireStack.push(cursor.filename || cursor.id);
  }
  let message = `Cannot find module '${request}'`;
  if (requireStack.length > 0) message += `\nRequire stack:\n- ${requireStack.join('\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = requireStack;
  return error;
}

module.exports = { findPath, nodeModulePaths, lookupPaths, resolveFilename, withStatCache, toReal, stat, conditions };
