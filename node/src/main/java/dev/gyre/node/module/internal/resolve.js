'use strict';

// Resolves a request ("./x", "pkg/sub", "#internal", "/abs") to a file name, by the rules of CommonJS.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSlice, Error, ObjectKeys,
  RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
  joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { setOwnProperty } = require('internal/util');
const { onEnded } = require('internal/repairs');
const path = require('path');
const builtins = require('internal/module/builtins');
const { parentOf } = require('internal/module/tree');
const packageMap = require('internal/module/package_map');
const packages = require('internal/module/package_json');
const { resolveExports, resolveImports } = require('internal/module/exports');
const options = require('internal/options');
const { mayUseAddons } = require('internal/permission/model');
const files = require('internal/module/files');

const FILE = 0;
const FOLDER = 1;

// ---- the file system

// The modules that one `require` of the program loads check the same paths repeatedly. Found files are cached while it runs;
// missing ones are not, because they may be created meanwhile.
let stats = null;
let depth = 0;

function beginStatCache() {
  if (depth++ === 0) stats = new SafeMap();
}

function endStatCache() {
  if (--depth > 0) return;
  stats = null;
  forgetAnswers();
}

onEnded(() => {
  depth = 0;
  stats = null;
  forgetAnswers();
});

// What the file system has answered. Each module asks anew for the packages that it needs, and most of them have been found for
// another one. An answer is kept for as long as nothing can have changed it: while `stats` is, no native call was made but the
// loader's own, and no request was in vain (a program may repeat one until a file is there).
let pathAnswers = null;
let folderAnswers = null;
let answersAt = 0;

// False where they would not be the file system's.
function mayKeepAnswers() {
  if (stats === null || stat !== ownStat || !files.arePlain()) return false;
  const changes = files.changes();
  if (pathAnswers === null || answersAt !== changes) {
    pathAnswers = new SafeMap();
    folderAnswers = new SafeMap();
    answersAt = changes;
  }
  return true;
}

function forgetAnswers() {
  pathAnswers = null;
  folderAnswers = null;
}

function withStatCache(run) {
  beginStatCache();
  try {
    return run();
  } finally {
    endStatCache();
  }
}

// Returns 0 for a file, 1 for a folder, a negative number otherwise. A program may replace it as Module._stat.
const ownStat = function stat(file) {
  const known = stats?.get(file);
  if (known !== undefined) return known;
  const result = files.stat(file);
  if (result >= 0) stats?.set(file, result);
  return result;
};
let stat = ownStat;

let readPackage = (folder) => packages.read(folder);

const realpaths = new SafeMap();
files.keepKnown(realpaths);
function realpath(file) {
  let real = realpaths.get(file);
  if (real === undefined) realpaths.set(file, real = files.realpath(file));
  return real;
}

let conditionSet;
function conditions() {
  if (conditionSet === undefined) {
    conditionSet = new SafeSet(joinLists(['require', 'node', 'module-sync', 'node-addons'], options.list('--conditions')));
    if (!mayUseAddons()) conditionSet.delete('node-addons');
    if (options.get('--experimental-require-module') === false) conditionSet.delete('module-sync');
  }
  return conditionSet;
}

const keepsLinks = (isMain) => options.get(isMain ? '--preserve-symlinks-main' : '--preserve-symlinks');

function toReal(file, isMain) {
  return keepsLinks(isMain) ? path.resolve(file) : realpath(file);
}

// ---- files and folders

// As `find` of internal/module/files; undefined where a program has a say in it.
function findAtOnce(file, isWhole, extensions, isMain) {
  if (stat !== ownStat || keepsLinks(isMain)) return undefined;
  const tried = extensions === undefined ? undefined : ArrayPrototypeJoin(extensions, '\0');
  if (!mayKeepAnswers()) return files.find(file, isWhole, tried);
  const question = `${isWhole}\0${file}\0${tried}`;
  const answer = pathAnswers.get(question);
  if (answer !== undefined) return answer;
  const found = files.find(file, isWhole, tried);
  if (typeof found === 'string' || found === FOLDER) pathAnswers.set(question, found);
  return found;
}

function tryFile(file, isMain) {
  const found = findAtOnce(file, true, undefined, isMain);
  if (found !== undefined) return typeof found === 'string' ? found : undefined;
  return stat(file) === FILE ? toReal(file, isMain) : undefined;
}

function tryExtensions(base, extensions, isMain) {
  const found = findAtOnce(base, false, extensions, isMain);
  if (found !== undefined) return typeof found === 'string' ? found : undefined;
  for (let i = 0; i < extensions.length; i++) {
    const extension = extensions[i];
    const found = tryFile(base + extension, isMain);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tryFolder(folder, extensions, isMain, request) {
  const main = readPackage(folder)?.main;
  const tryIndex = () => tryExtensions(path.resolve(folder, 'index'), extensions, isMain);
  if (!main) return tryIndex();
  const file = path.resolve(folder, main);
  const atOnce = findAtOnce(file, true, extensions, isMain);
  const found = (typeof atOnce === 'string' ? atOnce : undefined) ??
    (atOnce === undefined ? tryFile(file, isMain) ?? tryExtensions(file, extensions, isMain) : undefined) ??
    tryExtensions(path.resolve(file, 'index'), extensions, isMain);
  if (found !== undefined) return found;
  const index = tryIndex();
  const json = path.resolve(folder, 'package.json');
  if (index === undefined) {
    forgetAnswers();
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
const endsAsFolder = (request) => RegExpPrototypeExec(/(^|\/)\.{1,2}$|\/$/, request) !== null;

const isRelative = (request) => RegExpPrototypeExec(/^\.{1,2}(\/|$)/, request) !== null;

function findPath(Module, request, paths, isMain, wanted = conditions()) {
  const absolute = path.isAbsolute(request);
  if (absolute) paths = [''];
  else if (!paths || paths.length === 0) return false;
  const joined = paths.length === 1 ? paths[0] : ArrayPrototypeJoin(paths, '\0');
  const key = `${request}\0${joined}`;
  const known = Module._pathCache[key];
  if (known) return known;
  const trailing = endsAsFolder(request);
  const inside = !absolute && (!isRelative(request) || !StringPrototypeStartsWith(path.normalize(request), '..'));
  const extensions = ObjectKeys(Module._extensions);
  for (let i = 0; i < paths.length; i++) {
    if (inside) {
      i = nextFolder(paths, i, joined);
      if (i === paths.length) return false;
    }
    const current = paths[i];
    if (typeof current !== 'string') throw new ERR_INVALID_ARG_TYPE('paths', 'array of strings', paths);
    if (!absolute) {
      const exported = tryExported(current, request, Module, wanted);
      if (exported !== undefined) return exported;
    }
    const file = findFile(path.resolve(current, request), trailing, extensions, isMain, request);
    if (file !== undefined) {
      Module._pathCache[key] = file;
      return file;
    }
  }
  return false;
}

// The number of the first path from `from` on that is a folder, is empty or no string; else how many paths there are.
function nextFolder(paths, from, joined) {
  let i = from;
  for (; i < paths.length; i++) {
    const current = paths[i];
    if (typeof current !== 'string' || current === '' || stats?.get(current) === FOLDER) return i;
    if (i === 0 && paths.length > 1 && stat === ownStat && stats !== null) {
      const at = firstFolder(joined); // all at once
      if (at === -1) return paths.length;
      if (at !== undefined && at < paths.length) {
        stats.set(paths[at], FOLDER);
        return at;
      }
    }
    if (stat(current) >= FOLDER) return i;
  }
  return i;
}

function firstFolder(joined) {
  if (!mayKeepAnswers()) return files.firstFolder(joined);
  const answer = folderAnswers.get(joined);
  if (answer !== undefined) return answer;
  const at = files.firstFolder(joined);
  if (at !== undefined) folderAnswers.set(joined, at);
  return at;
}

function findFile(base, trailing, extensions, isMain, request) {
  const found = trailing ? undefined : findAtOnce(base, true, extensions, isMain);
  if (typeof found === 'string') return found;
  if (found !== undefined) return found === FOLDER ? tryFolder(base, extensions, isMain, request) : undefined;
  const kind = stat(base);
  let file;
  if (!trailing) {
    if (kind === FILE) file = toReal(base, isMain);
    file ??= tryExtensions(base, extensions, isMain);
  }
  return file === undefined && kind === FOLDER ? tryFolder(base, extensions, isMain, request) : file;
}

// ---- packages

const packageName = /^((?:@[^/\\%]+\/)?[^./\\%][^/\\%]*)(\/.*)?$/;

function tryExported(nodeModules, request, Module, wanted) {
  const parts = RegExpPrototypeExec(packageName, request);
  if (parts === null) return undefined;
  const { 1: name, 2: rest = '' } = parts;
  const pkg = readPackage(path.resolve(nodeModules, name));
  if (pkg?.exports === undefined || pkg.exports === null) return undefined;
  const found = resolveExports(pkg, `.${rest}`, wanted, undefined);
  return finish(found, pkg, request, Module);
}

function trySelf(parentFile, request, Module, wanted) {
  if (!parentFile) return undefined;
  const pkg = packages.scopeOf(parentFile);
  if (pkg === null || pkg.exports === undefined || pkg.exports === null || pkg.name === undefined) return undefined;
  let rest;
  if (request === pkg.name) rest = '.';
  else if (StringPrototypeStartsWith(request, `${pkg.name}/`)) rest = `.${StringPrototypeSlice(request, pkg.name.length)}`;
  else return undefined;
  const found = resolveExports(pkg, rest, wanted, parentFile);
  return finish(found, pkg, request, Module);
}

function finish(found, pkg, request, Module) {
  if (found.specifier !== undefined) {
    const parent = { id: pkg.file, filename: pkg.file, paths: Module._nodeModulePaths(pkg.folder) };
    return Module._resolveFilename(found.specifier, parent);
  }
  const file = tryFile(found.file, false);
  if (file !== undefined) return file;
  forgetAnswers();
  const error = new Error(`Cannot find module '${found.file}'`);
  error.code = 'MODULE_NOT_FOUND';
  error.path = pkg.file;
  throw error;
}

// ---- search paths

let globalPaths = [];

function nodeModulePaths(from) {
  from = path.resolve(from);
  if (from === '/') return ['/node_modules'];
  const paths = [];
  const parts = StringPrototypeSplit(from, '/');
  for (let i = parts.length; i > 0; i--) {
    if (parts[i - 1] === 'node_modules') continue;
    ArrayPrototypePush(paths, `${ArrayPrototypeJoin(ArrayPrototypeSlice(parts, 0, i), '/')}/node_modules`);
  }
  return paths;
}

function lookupPaths(Module, request, parent) {
  if (builtins.idOf(request) !== undefined) return null;
  if (request[0] !== '.' || (request.length > 1 && request[1] !== '.' && request[1] !== '/')) {
    const paths = parent?.paths?.length ? joinLists(parent.paths, globalPaths) : globalPaths;
    return paths.length > 0 ? paths : null;
  }
  if (!parent?.id || !parent.filename) return ['.']; // the REPL's
  return [path.dirname(parent.filename)];
}

function pathsFromOption(Module, request, option) {
  if (!ArrayIsArray(option)) throw new ERR_INVALID_ARG_VALUE('options.paths', option);
  if (isRelative(request)) return option;
  const paths = [];
  for (let i = 0; i < option.length; i++) {
    const start = option[i];
    const fake = new Module('', null);
    fake.paths = Module._nodeModulePaths(start);
    for (let j = 0, list = Module._resolveLookupPaths(request, fake); j < list.length; j++) {
      const found = list[j];
      if (!ArrayPrototypeIncludes(paths, found)) ArrayPrototypePush(paths, found);
    }
  }
  return paths;
}

function fileOf(parent) {
  if (parent?.filename) return parent.filename;
  if (parent?.id !== '<repl>' && parent?.id !== 'internal/preload') return undefined;
  try {
    return `${process.cwd()}/`;
  } catch {
    return undefined; // the folder does not exist any more
  }
}

function resolveFilename(Module, request, parent, isMain, option) {
  if (builtins.idOf(request) !== undefined) return request;
  const wanted = option?.conditions ?? conditions();
  const paths = option?.paths !== undefined ? pathsFromOption(Module, request, option.paths) :
    Module._resolveLookupPaths(request, parent);
  const parentFile = fileOf(parent);
  if (request[0] === '#' && (parent?.filename || parent?.id === '<repl>')) {
    const pkg = packages.scopeOf(parentFile);
    if (pkg?.imports !== undefined) {
      return finish(resolveImports(pkg, request, wanted, parentFile), pkg, request, Module);
    }
  }
  const self = trySelf(parentFile, request, Module, wanted);
  if (self !== undefined) {
    Module._pathCache[`${request}\0${ArrayPrototypeJoin(paths, '\0')}`] = self;
    return self;
  }
  const mapped = packageMap.isOn() ? tryMapped(parentFile, request, Module, parent, wanted) : undefined;
  const file = mapped ?? Module._findPath(request, paths, isMain, wanted);
  if (file) return file;
  throw notFound(request, parent);
}

// By --experimental-package-map.
function tryMapped(parentFile, request, Module, parent, wanted) {
  if (!parentFile || isRelative(request) || path.isAbsolute(request)) return undefined;
  const mapped = packageMap.find(request, parentFile);
  if (mapped === undefined) throw notFound(request, parent);
  const pkg = readPackage(mapped.folder);
  if (pkg?.exports !== undefined && pkg.exports !== null) {
    return finish(resolveExports(pkg, mapped.subpath, wanted, parentFile), pkg, request, Module);
  }
  return Module._findPath(mapped.subpath, [mapped.folder], false, wanted) || undefined;
}

function notFound(request, parent) {
  forgetAnswers();
  tellWatcher(request, parent);
  const requireStack = [];
  for (let cursor = parent; cursor; cursor = parentOf(cursor)) {
    ArrayPrototypePush(requireStack, cursor.filename || cursor.id);
  }
  let message = `Cannot find module '${request}'`;
  if (requireStack.length > 0) message += `\nRequire stack:\n- ${ArrayPrototypeJoin(requireStack, '\n- ')}`;
  const error = new Error(message);
  setOwnProperty(error, 'code', 'MODULE_NOT_FOUND');
  setOwnProperty(error, 'requireStack', requireStack);
  return error;
}

// A program that is watched starts again when the missing file is there.
function tellWatcher(request, parent) {
  if (!StringPrototypeStartsWith(request, '.') && !path.isAbsolute(request)) return;
  const file = path.resolve(parent?.filename ? path.dirname(parent.filename) : '', request);
  require('internal/watch_mode/dependencies').required(file, `${file}.js`, `${file}.json`, `${file}.node`);
}

module.exports = {
  findPath,
  nodeModulePaths,
  lookupPaths,
  resolveFilename,
  conditions,
  beginStatCache,
  endStatCache,
  withStatCache,
  toReal,
  stat: (file) => stat(file),
  getStat: () => stat,
  setStat(value) { stat = value; },
  getReadPackage: () => readPackage,
  setReadPackage(value) { readPackage = value; },
  setGlobalPaths(paths) { globalPaths = paths; },
};
