'use strict';

// readdir: names, or Dirents, of one folder or of all below it. Recursion is breadth first and follows links to
// folders, as Node's does.

const { join, relative } = require('path');
const { ask, askValue } = require('internal/fs/forms');
const { getOptions, optionalBoolean, toPath, wantsBytes } = require('internal/fs/arguments');
const { Dirent, joinName, typeOfStats, unpackEntries, unpackNames } = require('internal/fs/dirent');
const questions = require('internal/fs/questions');
const { UV_DIRENT_DIR, UV_DIRENT_LINK, UV_DIRENT_UNKNOWN } = require('internal/fs/constants');

function readdirOptions(options) {
  const { encoding, recursive, withFileTypes } = getOptions(options);
  return { encoding, recursive: optionalBoolean(recursive, 'options.recursive'), withFileTypes: !!withFileTypes };
}

const namesQuestion = (path, { encoding }) =>
  ask('readdir', [path, false, wantsBytes(encoding)], (packed) => unpackNames(packed, encoding));
const entriesQuestion = (path, { encoding }) =>
  ask('readdir', [path, true, wantsBytes(encoding)], (packed) => unpackEntries(packed, encoding));

// Some file systems don't tell an entry's type: its status does.
function* typeOf(path, { name, type }) {
  return type === UV_DIRENT_UNKNOWN ? typeOfStats(yield questions.lstat(joinName(path, name))) : type;
}

function* direntsOf(path, entries) {
  const dirents = [];
  for (const entry of entries) dirents.push(new Dirent(entry.name, yield* typeOf(path, entry), path));
  return dirents;
}

function* isFolder(path, type) {
  if (type !== UV_DIRENT_LINK) return type === UV_DIRENT_DIR;
  return yield askValue('isFolder', [path]);
}

function* readAll(root, options) {
  const found = [];
  const folders = [root];
  for (let i = 0; i < folders.length; i++) {
    const folder = folders[i];
    for (const entry of yield entriesQuestion(folder, options)) {
      const type = yield* typeOf(folder, entry);
      const path = join(folder, entry.name);
      found.push(options.withFileTypes ? new Dirent(entry.name, type, folder) : relative(root, path));
      if (yield* isFolder(path, type)) folders.push(path);
    }
  }
  return found;
}

function* readdirSteps(path, options) {
  options = readdirOptions(options);
  path = toPath(path);
  if (options.recursive) return yield* readAll(path, options);
  if (!options.withFileTypes) return yield namesQuestion(path, options);
  return yield* direntsOf(path, yield entriesQuestion(path, options));
}

module.exports = { readdirSteps };
