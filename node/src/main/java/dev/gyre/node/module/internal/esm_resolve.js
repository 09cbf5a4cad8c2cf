'use strict';

// Resolves a specifier and the URL of the importing module to a URL, by the rules of ES modules: URLs, no guessing of
// extensions, packages by their "exports" with the conditions of `import`. The algorithm is that of Node's documentation
// ("Resolution Algorithm Specification").

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeUnshift, JSONStringify, ReflectApply,
  RegExpPrototypeExec, SafeMap, SafeSet, StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeLastIndexOf,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, encodeURIComponent, joinLists,
} = require('internal/primordials');
const { codes: {
  ERR_INVALID_ARG_VALUE, ERR_INVALID_MODULE_SPECIFIER, ERR_INVALID_URL, ERR_MODULE_NOT_FOUND, ERR_UNKNOWN_BUILTIN_MODULE,
  ERR_UNSUPPORTED_DIR_IMPORT, ERR_UNSUPPORTED_RESOLVE_REQUEST,
} } = require('internal/errors');
const { setOwnProperty } = require('internal/util');
const { resolveExports, resolveImports } = require('internal/module/exports');
const builtins = require('internal/module/builtins');
const options = require('internal/options');
const packageMap = require('internal/module/package_map');
const packages = require('internal/module/package_json');
const { mayUseAddons } = require('internal/permission/model');
const path = require('path');
const files = require('internal/module/resolve');

const { URL, fileURLToPath, pathToFileURL } = require('url');

const FILE = 0;
const FOLDER = 1;

let conditionSet;
let given; // conditions that a hook passed for one resolution
function conditions() {
  if (given !== undefined) return given;
  if (conditionSet === undefined) {
    conditionSet = new SafeSet(joinLists(['node', 'import', 'module-sync', 'node-addons'], options.list('--conditions')));
    if (!mayUseAddons()) conditionSet.delete('node-addons');
  }
  return conditionSet;
}

const isRelativeOrAbsolute = (specifier) => RegExpPrototypeExec(/^\.{0,2}\/|^\.{1,2}$/, specifier) !== null;
const toPathIfFile = (url) => (StringPrototypeStartsWith(url, 'file:') ? fileURLToPath(url) : url);

const resolved = new SafeMap(); // parent and specifier -> href: a successful resolution is kept
require('internal/module/files').keepKnown(resolved);

// Returns the href of the URL. `isMain`: the entry point, which has no parent but the working directory. `custom`:
// conditions that replace the usual ones.
function resolve(specifier, parentURL, isMain = false, custom = undefined) {
  if (custom !== undefined) return resolveWith(custom, specifier, parentURL, isMain);
  const key = `${parentURL}\0${specifier}`;
  let href = resolved.get(key);
  if (href !== undefined) return href;
  try {
    href = resolveURL(specifier, parentURL, isMain).href;
    resolved.set(key, href);
    return href;
  } catch (error) {
    if (error?.code === 'ERR_MODULE_NOT_FOUND' || error?.code === 'ERR_UNSUPPORTED_DIR_IMPORT') {
      hint(error, specifier, parentURL);
    }
    throw error;
  }
}

function resolveWith(custom, specifier, parentURL, isMain) {
  if (!ArrayIsArray(custom)) throw new ERR_INVALID_ARG_VALUE('conditions', custom, 'expected an array');
  given = new SafeSet(custom);
  try {
    return resolveURL(specifier, parentURL, isMain).href;
  } finally {
    given = undefined;
  }
}

function resolveURL(specifier, parentURL, isMain) {
  const fromData = StringPrototypeStartsWith(parentURL, 'data:');
  let url;
  if (isRelativeOrAbsolute(specifier)) {
    url = URL.parse(specifier, parentURL);
    if (url === null) throw unsupported(specifier, parentURL);
  } else if (specifier[0] === '#' && StringPrototypeStartsWith(parentURL, 'file:')) {
    url = importsOf(specifier, parentURL);
  } else {
    url = URL.parse(specifier);
    if (url !== null && builtins.hasScheme(url.protocol)) return builtin(specifier);
    if (url === null) {
      if (fromData && builtins.idOf(specifier) === undefined) throw unsupported(specifier, parentURL);
      url = packageURL(specifier, parentURL);
    }
  }
  return url.protocol === 'file:' ? existing(url, parentURL, isMain) : url;
}

function builtin(specifier) {
  if (builtins.idOf(specifier) === undefined) throw new ERR_UNKNOWN_BUILTIN_MODULE(specifier);
  return { href: specifier, protocol: 'node:' };
}

function unsupported(specifier, parentURL) {
  const error = new ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, parentURL);
  setOwnProperty(error, 'cause', new ERR_INVALID_URL(specifier));
  return error;
}

// ---- files

function existing(url, parentURL, isMain) {
  const base = toPathIfFile(parentURL);
  if (RegExpPrototypeExec(/%2f|%5c/i, url.pathname) !== null) {
    throw new ERR_INVALID_MODULE_SPECIFIER(url.pathname, 'must not include encoded "/" or "\\" characters', base);
  }
  let file;
  try {
    file = fileURLToPath(url);
  } catch (error) {
    setOwnProperty(error, 'input', `${url}`);
    setOwnProperty(error, 'module', parentURL);
    throw error;
  }
  const kind = files.stat(file);
  if (kind === FOLDER) throw new ERR_UNSUPPORTED_DIR_IMPORT(file, base, `${url}`);
  if (kind !== FILE) {
    require('internal/watch_mode/dependencies').required(file);
    throw new ERR_MODULE_NOT_FOUND(file, base, url);
  }
  const real = files.toReal(file, isMain);
  if (real === file) return url;
  const found = pathToFileURL(real);
  found.search = url.search;
  found.hash = url.hash;
  return found;
}

// ---- packages

// A name with its scope, and the path inside the package. A name begins with no dot and has no `%` or `\`.
const packageName = /^(?!\.)((?:@[^/\\%]*\/|(?!@))[^/\\%]*)(\/.*)?$/;

function packageURL(specifier, parentURL) {
  if (builtins.idOf(specifier) !== undefined) return builtin(`node:${specifier}`);
  if (!StringPrototypeStartsWith(parentURL, 'file:')) throw new ERR_INVALID_URL(parentURL);
  const base = toPathIfFile(parentURL);
  const { name, subpath } = partsOf(specifier, base);
  const self = selfOf(name, base);
  if (self !== undefined) return target(resolveExports(self, subpath, conditions(), base));
  if (packageMap.isOn()) {
    const mapped = packageMap.find(specifier, base);
    if (mapped === undefined) throw new ERR_MODULE_NOT_FOUND(specifier, base);
    return insidePackage(mapped.folder, mapped.subpath, base, specifier);
  }
  return insidePackage(folderOf(name, base), subpath, base, specifier);
}

function partsOf(specifier, base) {
  const parts = RegExpPrototypeExec(packageName, specifier);
  if (parts === null) throw new ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid package name', base);
  return { name: parts[1], subpath: `.${parts[2] ?? ''}` };
}

// The package that a file is in, if that has the name and says what it exports.
function selfOf(name, base) {
  const self = packages.scopeOf(base);
  return self !== null && self.name === name && self.exports !== undefined && self.exports !== null ? self : undefined;
}

function folderOf(name, base) {
  for (let folder = path.dirname(StringPrototypeEndsWith(base, '/') ? `${base}x` : base); ; folder = path.dirname(folder)) {
    if (path.basename(folder) !== 'node_modules') {
      const found = path.join(folder, 'node_modules', name);
      if (files.stat(found) === FOLDER) return found;
    }
    if (folder === '/' || folder === '.') break;
  }
  throw new ERR_MODULE_NOT_FOUND(name, base);
}

// The package.json of the package that a bare specifier names, whether it is there or not.
function packageJSONOf(specifier, base) {
  const { name } = partsOf(specifier, base);
  return selfOf(name, base)?.file ?? path.join(folderOf(name, base), 'package.json');
}

function insidePackage(folder, subpath, base, specifier) {
  const pkg = packages.read(folder, `"${specifier}" from ${base}`);
  if (pkg !== null && pkg.exports !== undefined && pkg.exports !== null) {
    return target(resolveExports(pkg, subpath, conditions(), base));
  }
  if (subpath === '.') return legacyMain(folder, pkg?.main, base);
  return new URL(subpath, `${pathToFileURL(folder)}/`);
}

const mainEndings = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node'];

function legacyMain(folder, main, base) {
  const candidates = ['index.js', 'index.json', 'index.node'];
  if (main) ReflectApply(ArrayPrototypeUnshift, undefined, joinLists([candidates], ArrayPrototypeMap(mainEndings, (ending) => `${main}${ending}`)));
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i];
    const file = path.resolve(folder, candidate);
    if (files.stat(file) === FILE) {
      warnOfGuessedMain(file, folder, main, base);
      return pathToFileURL(file);
    }
  }
  throw new ERR_MODULE_NOT_FOUND(path.resolve(folder, main || 'index.js'), base);
}

function warnOfGuessedMain(file, folder, main, base) {
  const { formatOf } = require('internal/module/esm_format');
  if (process.noDeprecation || (main && path.resolve(folder, main) === file)) return;
  if (formatOf(pathToFileURL(file), undefined, true) !== 'module') return;
  const inside = StringPrototypeSlice(file, folder.length + 1);
  process.emitWarning(main ?
    `Package ${folder}/ has a "main" field set to "${main}", excluding the full filename and extension to the ` +
    `resolved file at "${inside}", imported from ${base}.\n Automatic extension resolution of the "main" field is ` +
    'deprecated for ES modules.' :
    `No "main" or "exports" field defined in the package.json for ${folder}/ resolving the main entry point ` +
    `"${inside}", imported from ${base}.\nDefault "index" lookups for the main are deprecated for ES modules.`,
  'DeprecationWarning', 'DEP0151');
}

function importsOf(specifier, parentURL) {
  const base = fileURLToPath(parentURL);
  if (StringPrototypeEndsWith(specifier, '/')) {
    throw new ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid internal imports specifier name', base);
  }
  return target(resolveImports(packages.scopeOf(base), specifier, conditions(), base));
}

// The result of "exports" and "imports": a file, or another package.
const target = ({ url, specifier, from }) => url ?? packageURL(specifier, pathToFileURL(from.file).href);

// ---- hints: what require() would have found

function hint(error, specifier, parentURL) {
  const found = asCommonJS(specifier, parentURL);
  if (found === undefined || found === specifier) return;
  const text = `Did you mean to import ${JSONStringify(found)}?`;
  const { stack } = error;
  const end = StringPrototypeIndexOf(stack, '\n');
  error.message += `\n${text}`;
  error.stack = end < 0 ? `${stack}\n${text}` : `${StringPrototypeSlice(stack, 0, end)}\n${text}${StringPrototypeSlice(stack, end)}`;
}

function asCommonJS(specifier, parentURL) {
  const { Module } = require('internal/module/loader');
  try {
    const parent = new Module(fileURLToPath(parentURL), null);
    parent.paths = Module._nodeModulePaths(parent.path);
    const found = Module._resolveFilename(specifier, parent, false);
    if (RegExpPrototypeExec(/^\.{1,2}(\/|$)/, specifier) !== null) {
      const folder = path.dirname(new URL(parentURL).pathname);
      const relative = path.relative(folder, pathToFileURL(found).pathname);
      return StringPrototypeStartsWith(relative, '../') ? relative : `./${relative}`;
    }
    if (specifier[0] === '/') return found;
    const name = StringPrototypeSplit(specifier, '/', 1)[0];
    const needle = `/node_modules/${name}/`;
    const at = StringPrototypeLastIndexOf(found, needle);
    if (at < 0) return pathToFileURL(found).href;
    return `${name}/${ArrayPrototypeJoin(ArrayPrototypeMap(StringPrototypeSplit(StringPrototypeSlice(found, at + needle.length), '/'), encodeURIComponent), '/')}`;
  } catch {
    return undefined; // no hint
  }
}

module.exports = { conditions, packageJSONOf, resolve };
