'use strict';

// package.json files, read once each.

const {
  ArrayIsArray, JSONParse, ObjectHasOwn, SafeMap, StringPrototypeCharCodeAt, StringPrototypeEndsWith, StringPrototypeLastIndexOf,
  StringPrototypeSlice,
} = require('internal/primordials');
const { codes: { ERR_INVALID_PACKAGE_CONFIG } } = require('internal/errors');

const files = require('internal/module/files');
const permission = require('internal/permission/model');

const cache = new SafeMap(); // folder -> package or null
files.keepKnown(cache);

// { name, main, type, exports, imports } of FOLDER/package.json, or null. `base` is the requesting file, for the
// error.
function read(folder, base) {
  let found = cache.get(folder);
  if (found !== undefined) return found;
  const file = fileIn(folder);
  const text = files.readTextIfFile(file);
  found = text === undefined ? null : parse(text, file, folder, base);
  cache.set(folder, found);
  return found;
}

function parse(text, file, folder, base) {
  let data;
  try {
    data = JSONParse(StringPrototypeCharCodeAt(text, 0) === 0xfeff ? StringPrototypeSlice(text, 1) : text);
  } catch {
    const error = new ERR_INVALID_PACKAGE_CONFIG(file, base);
    error.message += '.';
    throw error;
  }
  const own = (name) => (data !== null && typeof data === 'object' && ObjectHasOwn(data, name) ? data[name] : undefined);
  const name = own('name');
  const main = own('main');
  const type = own('type');
  const imports = own('imports');
  return {
    file,
    folder,
    name: typeof name === 'string' ? name : undefined,
    main: typeof main === 'string' ? main : undefined,
    type: type === 'module' || type === 'commonjs' ? type : 'none',
    exports: own('exports'),
    imports: typeof imports === 'object' && imports !== null && !ArrayIsArray(imports) ? imports : undefined,
  };
}

// The package of a file: the nearest package.json above it that is not directly inside node_modules.
function scopeOf(file) {
  let folder = above(file);
  for (; folder !== undefined && !StringPrototypeEndsWith(folder, '/node_modules'); folder = above(folder)) {
    let found = cache.get(orRoot(folder));
    if (found === undefined) {
      const nearest = files.packageAbove(folder);
      if (nearest !== undefined) return remember(folder, nearest);
      if (!permission.isGranted('fs.read', orRoot(folder))) return null; // as in Node: the search ends here
      found = read(orRoot(folder));
    }
    if (found !== null) return found;
  }
  return null;
}

const orRoot = (folder) => (folder === '' ? '/' : folder);

function above(path) {
  const cut = StringPrototypeLastIndexOf(path, '/');
  return cut < 0 ? undefined : StringPrototypeSlice(path, 0, cut);
}

// Of the folders from `folder` on upwards, `nearest` is the first that has a package: [folder, text], or null.
function remember(folder, nearest) {
  const end = nearest?.[0];
  for (; folder !== end && folder !== undefined && !StringPrototypeEndsWith(folder, '/node_modules'); folder = above(folder)) {
    cache.set(orRoot(folder), null);
  }
  if (nearest === null) return null;
  const root = orRoot(end);
  const found = cache.get(root) ?? parse(nearest[1] || files.readTextIfFile(fileIn(root)) || '', fileIn(root), root);
  cache.set(root, found);
  return found;
}

const fileIn = (folder) => (StringPrototypeEndsWith(folder, '/') ? `${folder}package.json` : `${folder}/package.json`);

module.exports = { read, scopeOf, cache };
