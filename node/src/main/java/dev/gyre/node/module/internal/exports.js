'use strict';

// The "exports" and "imports" of a package.json: maps a request inside a package to a file, by conditions and patterns. The
// algorithm is the one of Node's documentation ("Resolution Algorithm Specification").

const {
  ArrayIsArray, ArrayPrototypeForEach, JSONStringify, MathSign, ObjectHasOwn, ObjectKeys, RegExpPrototypeExec, SafeSet,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeLastIndexOf,
  StringPrototypeReplace, StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: {
  ERR_INVALID_MODULE_SPECIFIER, ERR_INVALID_PACKAGE_CONFIG, ERR_INVALID_PACKAGE_TARGET,
  ERR_PACKAGE_IMPORT_NOT_DEFINED, ERR_PACKAGE_PATH_NOT_EXPORTED,
} } = require('internal/errors');

const { URL, fileURLToPath, pathToFileURL } = require('url');

// "." , ".." or "node_modules" as a segment, percent-encoded or not.
const badSegment = /(^|\\|\/)((\.|%2e)(\.|%2e)?|(n|%6e|%4e)(o|%6f|%4f)(d|%64|%44)(e|%65|%45)(_|%5f)(m|%6d|%4d)(o|%6f|%4f)(d|%64|%44)(u|%75|%55)(l|%6c|%4c)(e|%65|%45)(s|%73|%53))(\\|\/|$)/i;

// The same or an empty segment: only deprecated.
const oddSegment = /(^|\\|\/)(\\|\/|$)/;

const isConditional = (value) => typeof value === 'object' && value !== null && !ArrayIsArray(value);

// Sorts "./a/*" before "./*": the longest prefix first.
function comparePatterns(a, b) {
  const aStar = StringPrototypeIndexOf(a, '*');
  const bStar = StringPrototypeIndexOf(b, '*');
  const aBase = aStar === -1 ? a.length : aStar + 1;
  const bBase = bStar === -1 ? b.length : bStar + 1;
  if (aBase !== bBase) return MathSign(bBase - aBase);
  if (aStar === -1) return 1;
  if (bStar === -1) return -1;
  return MathSign(b.length - a.length);
}

// Returns {".": target} for the short forms, and checks that all keys are of one kind.
function normalizeExports(exports, pkg, base) {
  if (typeof exports === 'string' || ArrayIsArray(exports)) return { '.': exports };
  if (!isConditional(exports)) return {};
  let isSugar = false;
  ArrayPrototypeForEach(ObjectKeys(exports), (key, i) => {
    const sugar = key === '' || key[0] !== '.';
    if (i === 0) isSugar = sugar;
    else if (isSugar !== sugar) {
      throw new ERR_INVALID_PACKAGE_CONFIG(pkg.file, base,
        '"exports" cannot contain some keys starting with \'.\' and some not. The exports object must either be an ' +
        'object of package subpath keys or an object of main entry condition name keys only.');
    }
  });
  return isSugar ? { '.': exports } : exports;
}

function resolveExports(pkg, subpath, conditions, base) {
  const table = normalizeExports(pkg.exports, pkg, base);
  const found = match(pkg, subpath, table, false, conditions, base);
  if (found !== undefined && found !== null) return found;
  throw new ERR_PACKAGE_PATH_NOT_EXPORTED(folderOf(pkg), subpath, base);
}

function resolveImports(pkg, name, conditions, base) {
  if (name === '#' || StringPrototypeEndsWith(name, '/')) {
    throw new ERR_INVALID_MODULE_SPECIFIER(name, 'is not a valid internal imports specifier name', base);
  }
  if (pkg?.imports !== undefined) {
    const found = match(pkg, name, pkg.imports, true, conditions, base);
    if (found !== undefined && found !== null) return found;
  }
  throw new ERR_PACKAGE_IMPORT_NOT_DEFINED(name, pkg === null ? undefined : folderOf(pkg), base);
}

function match(pkg, request, table, isImports, conditions, base) {
  if (ObjectHasOwn(table, request) && !StringPrototypeIncludes(request, '*') && !StringPrototypeEndsWith(request, '/')) {
    return target(pkg, table[request], '', request, false, isImports, conditions, base);
  }
  let best = '';
  let bestRest = '';
  for (let i = 0, list = ObjectKeys(table); i < list.length; i++) {
    const key = list[i];
    const star = StringPrototypeIndexOf(key, '*');
    if (star === -1 || !StringPrototypeStartsWith(request, StringPrototypeSlice(key, 0, star))) continue;
    if (!isImports && StringPrototypeEndsWith(request, '/')) warnOfSlash(request, pkg, base);
    const tail = StringPrototypeSlice(key, star + 1);
    if (request.length >= key.length && StringPrototypeEndsWith(request, tail) && comparePatterns(best, key) > 0 &&
        StringPrototypeLastIndexOf(key, '*') === star) {
      best = key;
      bestRest = StringPrototypeSlice(request, star, request.length - tail.length);
    }
  }
  if (best === '') return undefined;
  return target(pkg, table[best], bestRest, best, true, isImports, conditions, base);
}

function target(pkg, value, rest, key, isPattern, isImports, conditions, base) {
  if (typeof value === 'string') return targetString(pkg, value, rest, key, isPattern, isImports, conditions, base);
  if (ArrayIsArray(value)) return targetArray(pkg, value, rest, key, isPattern, isImports, conditions, base);
  if (isConditional(value)) {
    for (let i = 0, list = ObjectKeys(value); i < list.length; i++) {
      const condition = list[i];
      if (RegExpPrototypeExec(/^(0|[1-9]\d*)$/, condition) !== null) {
        throw new ERR_INVALID_PACKAGE_CONFIG(pkg.file, base, '"exports" cannot contain numeric property keys.');
      }
    }
    for (let j = 0, items = ObjectKeys(value); j < items.length; j++) {
      const condition = items[j];
      if (condition === 'default' || conditions.has(condition)) {
        const found = target(pkg, value[condition], rest, key, isPattern, isImports, conditions, base);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
  if (value === null) return null;
  throw invalidTarget(pkg, key, value, isImports, base);
}

function targetArray(pkg, values, rest, key, isPattern, isImports, conditions, base) {
  if (values.length === 0) return null;
  let lastError;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    let found;
    try {
      found = target(pkg, value, rest, key, isPattern, isImports, conditions, base);
    } catch (error) {
      lastError = error;
      if (error.code !== 'ERR_INVALID_PACKAGE_TARGET') throw error;
      continue;
    }
    if (found === undefined) continue;
    if (found === null) {
      lastError = null;
      continue;
    }
    return found;
  }
  if (lastError === undefined || lastError === null) return lastError;
  throw lastError;
}

function targetString(pkg, value, rest, key, isPattern, isImports, conditions, base) {
  if (rest !== '' && !isPattern && !StringPrototypeEndsWith(value, '/')) throw invalidTarget(pkg, key, value, isImports, base);
  if (!StringPrototypeStartsWith(value, './')) {
    if (isImports && !StringPrototypeStartsWith(value, '../') && !StringPrototypeStartsWith(value, '/') && !URL.canParse(value)) {
      return { specifier: isPattern ? StringPrototypeReplaceAll(value, '*', rest) : value + rest, from: pkg };
    }
    throw invalidTarget(pkg, key, value, isImports, base);
  }
  const request = isPattern ? StringPrototypeReplace(key, '*', () => rest) : key + rest;
  const isFolder = isPattern && !isImports && StringPrototypeEndsWith(request, '/');
  const inner = StringPrototypeSlice(value, 2);
  if (RegExpPrototypeExec(badSegment, inner) !== null) throw invalidTarget(pkg, key, value, isImports, base);
  if (RegExpPrototypeExec(oddSegment, inner) !== null && !isFolder) warnOfSegment(value, rest, request, pkg, key, isPattern, isImports, base, true);
  const folder = pathToFileURL(folderOf(pkg));
  const url = new URL(value, folder);
  if (!StringPrototypeStartsWith(url.pathname, folder.pathname)) throw invalidTarget(pkg, key, value, isImports, base);
  if (rest === '') return found(url, base);
  if (RegExpPrototypeExec(badSegment, rest) !== null) {
    throw new ERR_INVALID_MODULE_SPECIFIER(request,
      `request is not a valid match in pattern "${key}" for the "${isImports ? 'imports' : 'exports'}" resolution of ${pkg.file}`,
      base);
  }
  if (RegExpPrototypeExec(oddSegment, rest) !== null && !isFolder) warnOfSegment(value, rest, request, pkg, key, isPattern, isImports, base, false);
  return found(isPattern ? new URL(StringPrototypeReplaceAll(url.href, '*', () => rest)) : new URL(rest, url), base);
}

const folderOf = (pkg) => (StringPrototypeEndsWith(pkg.folder, '/') ? pkg.folder : `${pkg.folder}/`);
const found = (url, base) => ({ url, get file() { return fileOf(url, base); } });

function fileOf(url, base) {
  if (RegExpPrototypeExec(/%2f|%5c/i, url.href) !== null) {
    throw new ERR_INVALID_MODULE_SPECIFIER(url.href, 'must not include encoded "/" or "\\" characters', base);
  }
  return fileURLToPath(url);
}

// ---- deprecations

const warned = new SafeSet();

function warnOfSlash(request, pkg, base) {
  if (process.noDeprecation || warned.has(`${pkg.file}|${request}`)) return;
  warned.add(`${pkg.file}|${request}`);
  process.emitWarning(
    `Use of deprecated trailing slash pattern mapping "${request}" in the "exports" field module resolution of the ` +
    `package at ${pkg.file}${base ? ` imported from ${base}` : ''}. Mapping specifiers ending in "/" is no longer ` +
    'supported.', 'DeprecationWarning', 'DEP0155');
}

function warnOfSegment(value, rest, request, pkg, key, isPattern, isImports, base, isTarget) {
  if (process.noDeprecation) return;
  const target = isPattern ? StringPrototypeReplaceAll(value, '*', () => rest) : value;
  const isDouble = RegExpPrototypeExec(/[/\\][/\\]/, isTarget ? target : request) !== null;
  process.emitWarning(
    `Use of deprecated ${isDouble ? 'double slash' : 'leading or trailing slash matching'} resolving "${target}" for ` +
    `module request "${request}" ${request === key ? '' : `matched to "${key}" `}in the ` +
    `"${isImports ? 'imports' : 'exports'}" field module resolution of the package at ${pkg.file}` +
    `${base ? ` imported from ${base}` : ''}.`, 'DeprecationWarning', 'DEP0166');
}

function invalidTarget(pkg, key, value, isImports, base) {
  return new ERR_INVALID_PACKAGE_TARGET(folderOf(pkg), key,
    typeof value === 'object' && value !== null ? JSONStringify(value, null, '') : `${value}`, isImports, base);
}

module.exports = { resolveExports, resolveImports };
