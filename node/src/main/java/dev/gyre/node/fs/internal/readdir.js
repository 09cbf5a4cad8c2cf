'use strict';

// readdir: names, or Dirents, of one folder or of all below it. Recursion is breadth first and follows links to
// folders, as Node's does.

const { join } = require('path');
const calls = require('internal/fs/calls');
const { askValue } = require('internal/fs/forms');
const { getOptions, optionalBoolean, toPath, wantsBytes } = require('internal/fs/arguments');
const { Dirent, joinName, typeAt, typeOfStats, unpackNames, unpackTyped } = require('internal/fs/dirent');
const questions = require('internal/fs/questions');
const { UV_DIRENT_DIR, UV_DIRENT_LINK, UV_DIRENT_UNKNOWN } = require('internal/fs/constants');

function readdirOptions(options) {
  const { encoding, recursive, withFileTypes } = getOptions(options);
  return { encoding, recursive: optionalBoolean(recursive, 'options.recursive'), withFileTypes: !!withFileTypes };
}

const read = (path, withTypes, { encoding }) => calls.readdir(path, withTypes, wantsBytes(encoding));

// Some file systems don't tell an entry's type: its status does.
function* askType(path, name) {
  return typeOfStats(yield questions.lstat(joinName(path, name)));
}

function* direntsOf(path, packed, { encoding }) {
  const { names, types } = unpackTyped(packed, encoding);
  const dirents = [];
  for (let i = 0; i < names.length; i++) {
    let type = typeAt(types, i);
    if (type === UV_DIRENT_UNKNOWN) type = yield* askType(path, names[i]);
    dirents.push(new Dirent(names[i], type, path));
  }
  return dirents;
}

// Level by level, which is breadth first, and all folders of a level at once: the pool is not left waiting for us.
// `prefix` is what leads from the root to the folder, with a slash at its end.
function* readAll(root, options) {
  const found = [];
  for (let level = [{ path: root, prefix: '' }]; level.length > 0;) {
    level = yield* readLevel(level, yield level.map(({ path }) => read(path, true, options)), options, found);
  }
  return found;
}

// Answers the folders of the next level.
function* readLevel(level, packed, options, found) {
  const folders = [];
  for (let f = 0; f < level.length; f++) {
    const { path, prefix } = level[f];
    const { names, types } = unpackTyped(packed[f], options.encoding);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      let type = typeAt(types, i);
      if (type === UV_DIRENT_UNKNOWN) type = yield* askType(path, name);
      found.push(options.withFileTypes ? new Dirent(name, type, path) : prefix + name);
      if (type !== UV_DIRENT_DIR && type !== UV_DIRENT_LINK) continue;
      const below = join(path, name);
      if (type === UV_DIRENT_DIR || (yield askValue('isFolder', [below]))) {
        folders.push({ path: below, prefix: `${prefix}${name}/` });
      }
    }
  }
  return folders;
}

function* readdirSteps(path, options) {
  options = readdirOptions(options);
  path = toPath(path);
  if (options.recursive) return yield* readAll(path, options);
  const packed = yield read(path, options.withFileTypes, options);
  return options.withFileTypes ? yield* direntsOf(path, packed, options) : unpackNames(packed, options.encoding);
}

module.exports = { readdirSteps };
