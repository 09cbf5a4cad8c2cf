'use strict';

// readdir: names, or Dirents, of one folder or of all below it. Java lists them, sorts them and goes down; what comes is
// packed as dirent.js tells.

const calls = require('internal/fs/calls');
const { encodeName, getOptions, optionalBoolean, toPath, wantsBytes } = require('internal/fs/arguments');
const { Dirent, joinName, typeAt, typeOfStats, unpackNames, unpackTyped } = require('internal/fs/dirent');
const questions = require('internal/fs/questions');
const { UV_DIRENT_UNKNOWN } = require('internal/fs/constants');

function readdirOptions(options, isLax) {
  const { encoding, recursive, withFileTypes } = getOptions(options);
  return {
    encoding,
    recursive: isLax ? Boolean(recursive) : optionalBoolean(recursive, 'options.recursive'),
    withFileTypes: Boolean(withFileTypes),
  };
}

function* direntsOf(path, packed, encoding) {
  const { names, types } = unpackTyped(packed, encoding);
  const dirents = [];
  for (let i = 0; i < names.length; i++) {
    let type = typeAt(types, i);
    // Some file systems don't tell an entry's type: its status does.
    if (type === UV_DIRENT_UNKNOWN) type = typeOfStats(yield questions.lstat(joinName(path, names[i])));
    dirents.push(new Dirent(names[i], type, path));
  }
  return dirents;
}

// Of paths that lead from `root` to them. Those of one folder stand together, and have its path in common.
function direntsBelow(root, packed, encoding) {
  const isText = Array.isArray(packed);
  const { names: paths, types } = unpackTyped(packed, 'buffer');
  const part = isText ? (path, from, to) => path.slice(from, to) :
    (path, from, to) => encodeName(path.subarray(from, to), encoding);
  const folderOf = isText ? (path, end) => path.slice(0, end) : (path, end) => path.latin1Slice(0, end);
  let folder = '';
  let parentPath = root;
  return paths.map((path, i) => {
    const slash = path.lastIndexOf('/');
    if (slash > 0 && folder !== folderOf(path, slash)) {
      folder = folderOf(path, slash);
      parentPath = joinName(root, part(path, 0, slash));
    }
    return new Dirent(part(path, slash + 1), typeAt(types, i), parentPath);
  });
}

function* readdirSteps(path, options, isLax = false) {
  const { encoding, recursive, withFileTypes } = readdirOptions(options, isLax);
  path = toPath(path);
  const list = recursive ? calls.readdirAll : calls.readdir;
  const packed = yield list(path, withFileTypes, wantsBytes(encoding));
  if (!withFileTypes) return unpackNames(packed, encoding);
  return recursive ? direntsBelow(path, packed, encoding) : yield* direntsOf(path, packed, encoding);
}

module.exports = { readdirSteps };
