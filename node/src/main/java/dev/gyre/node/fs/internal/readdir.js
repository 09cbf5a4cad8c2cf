'use strict';

// readdir: names, or Dirents, of one folder or of all below it.

const { ArrayPrototypePush, Boolean, safeGenerators } = require('internal/primordials');
const calls = require('internal/fs/calls');
const { getOptions, optionalBoolean, toPath, wantsBytes } = require('internal/fs/arguments');
const { Dirent, joinName, setType, typeOfStats } = require('internal/fs/dirent');
const { elsewhere } = require('internal/fs/elsewhere');
const { Listing } = require('internal/fs/listing');
const { unpackNames, unpackTyped } = require('internal/fs/records');
const questions = require('internal/fs/questions');
const { UV_DIRENT_UNKNOWN } = require('internal/fs/constants');

function readdirOptions(options, isLax) {
  const { encoding, recursive, withFileTypes } = getOptions(options);
  return {
    encoding: wantsBytes(encoding) ? encoding : undefined,
    recursive: isLax ? Boolean(recursive) : optionalBoolean(recursive, 'options.recursive'),
    withFileTypes: Boolean(withFileTypes),
  };
}

function* direntsOf(path, records, encoding) {
  const { names, types } = unpackTyped(records, encoding);
  const dirents = [];
  for (let i = 0; i < names.length; i++) {
    let type = types[i];
    // Some file systems don't report an entry's type, so its status is read.
    if (type === UV_DIRENT_UNKNOWN) type = typeOfStats(yield questions.lstat(joinName(path, names[i])));
    ArrayPrototypePush(dirents, new Dirent(names[i], type, path));
  }
  return dirents;
}

function* listed(listing) {
  const found = yield listing;
  for (let i = 0, list = listing.untyped; i < list.length; i++) {
    const dirent = list[i];
    setType(dirent, typeOfStats(yield questions.lstat(joinName(dirent.parentPath, dirent.name))));
  }
  return found;
}

function* readdirSteps(path, options, isLax = false) {
  const { encoding, recursive, withFileTypes } = readdirOptions(options, isLax);
  path = toPath(path);
  const other = recursive ? elsewhere('readdirs', path, encoding, withFileTypes) : undefined;
  if (other !== undefined) return yield other;
  if (recursive) return yield* listed(new Listing(path, encoding, withFileTypes));
  const records = yield calls.readdir(path);
  return withFileTypes ? yield* direntsOf(path, records, encoding) : unpackNames(records, encoding);
}

safeGenerators(direntsOf, listed, readdirSteps);

module.exports = { readdirSteps };
