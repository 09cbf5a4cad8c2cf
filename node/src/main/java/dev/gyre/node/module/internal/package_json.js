'use strict';

// package.json files, read once each.

const {
  ArrayIsArray, JSONParse, SafeMap, StringPrototypeCharCodeAt, StringPrototypeEndsWith, StringPrototypeLastIndexOf,
  StringPrototypeSlice,
} = require('internal/primordials');
const { codes: { ERR_INVALID_PACKAGE_CONFIG } } = require('internal/errors');

const files = require('internal/module/files');
const permission = require('internal/permission/model');

const cache = new SafeMap(); // folder -> package or null
files.keepKnown(cache);

// { name, main, type, exports, imports, data } of FOLDER/package.json, or null. `base` is the requesting file, for the
// error.
function read(folder, base) {
  let found = cache.get(folder);
  if (found !== undefined) return found;
  const file = StringPrototypeEndsWith(folder, '/') ? `${folder}package.json` : `${folder}/package.json`;
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
  data = { __proto__: null, ...data }; // without Object.prototype, to which a program may have added properties
  const { name, main, type, exports, imports } = data;
  return {
    file,
    folder,
    name: typeof name === 'string' ? name : undefined,
    main: typeof main === 'string' ? main : undefined,
    type: type === 'module' || type === 'commonjs' ? type : 'none',
    exports,
    imports: typeof imports === 'object' && imports !== null && !ArrayIsArray(imports) ? imports : undefined,
    data,
  };
}

// The package of a file: the nearest package.json above it that is not directly inside node_modules.
function scopeOf(file) {
  let folder = file;
  for (;;) {
    const cut = StringPrototypeLastIndexOf(folder, '/');
    if (cut < 0) return null;
    folder = StringPrototypeSlice(folder, 0, cut);
    if (StringPrototypeEndsWith(folder, '/node_modules')) return null;
    if (!permission.isGranted('fs.read', folder === '' ? '/' : folder)) return null; // as in Node: the search ends here
    const found = read(folder === '' ? '/' : folder);
    if (found !== null) return found;
    if (folder === '') return null;
  }
}

module.exports = { read, scopeOf, cache };
