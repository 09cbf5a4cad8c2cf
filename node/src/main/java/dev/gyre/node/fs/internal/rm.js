'use strict';

// rm: removes files, and with `recursive` whole trees, depth first. With `maxRetries`, a busy file is tried again after a
// pause that grows with every attempt.

const {
  ArrayPrototypeSome, Error, ObjectAssign, SafeSet, StringPrototypeIncludes, safeGenerators,
} = require('internal/primordials');
const { codes: { ERR_FS_EISDIR } } = require('internal/errors');
const { validateBoolean, validateInt32, validateObject, validateUint32 } = require('internal/validators');
const { pause } = require('internal/fs/call_styles');
const calls = require('internal/fs/calls');
const { joinName } = require('internal/fs/dirent');
const { unpackTyped } = require('internal/fs/records');
const { toPath } = require('internal/fs/arguments');
const questions = require('internal/fs/questions');
const permission = require('internal/permission/model');
const { UV_DIRENT_DIR, UV_DIRENT_UNKNOWN } = require('internal/fs/constants');

const EISDIR = 21;
const WORTH_A_RETRY = new SafeSet(['EBUSY', 'EMFILE', 'ENFILE', 'ENOTEMPTY', 'EPERM']);

function rmOptions(options) {
  if (options !== undefined) validateObject(options, 'options');
  const { force = false, recursive = false, retryDelay = 100, maxRetries = 0 } = { __proto__: null, ...options };
  validateBoolean(force, 'options.force');
  validateBoolean(recursive, 'options.recursive');
  validateInt32(retryDelay, 'options.retryDelay', 0);
  validateUint32(maxRetries, 'options.maxRetries');
  return { force, recursive, retryDelay, maxRetries };
}

// A missing file is no error; a busy file may be tried again.
function* insisting(question, { maxRetries, retryDelay }) {
  for (let tries = 0; ; tries++) {
    try {
      return yield question;
    } catch (error) {
      if (error.code === 'ENOENT') return;
      if (tries >= maxRetries || !WORTH_A_RETRY.has(error.code)) throw error;
      yield pause((tries + 1) * retryDelay);
    }
  }
}

// Names that are not valid UTF-8 are used as bytes, because their text would name another file.
function* entriesOf(path) {
  const records = yield calls.readdir(path);
  const entries = unpackTyped(records, typeof path === 'string' ? undefined : 'buffer');
  return ArrayPrototypeSome(entries.names, (name) => StringPrototypeIncludes(name, '\uFFFD')) ? unpackTyped(records, 'buffer') : entries;
}

function* removeFolder(path, options) {
  try {
    const { names, types } = yield* entriesOf(path);
    for (let i = 0; i < names.length; i++) yield* removeEntry(joinName(path, names[i]), types[i], options);
  } catch (error) {
    if (error.code === 'ENOENT' && error.path === path) return;
    yield* checkFolder(path);
    throw error;
  }
  yield* insisting(questions.rmdir(path), options);
}

// If the folder itself can't be removed, that is reported rather than the error of an entry.
function* checkFolder(path) {
  try {
    yield questions.rmdir(path);
  } catch (error) {
    if (error.code === 'EACCES') throw error;
  }
}

function* removeEntry(path, type, options) {
  let isFolder = type === UV_DIRENT_DIR;
  if (type === UV_DIRENT_UNKNOWN) isFolder = (yield questions.lstat(path)).isDirectory();
  if (isFolder) yield* removeFolder(path, options);
  else yield* insisting(questions.unlink(path), options);
}

// The errors of rmSync() name the path that it was given, with another message and a positive number.
const SYNC_REASONS = {
  __proto__: null,
  EACCES: 'Permission denied',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  EPERM: 'Operation not permitted',
};

function* rmSyncSteps(path, options) {
  path = toPath(path);
  if (options?.recursive) permission.require('fs.write', path); // as in Node, before it is looked at
  try {
    yield* rmSteps(path, options, true);
  } catch (error) {
    const { code, errno, syscall } = error;
    if (syscall === 'lstat' || !(code in SYNC_REASONS)) throw error;
    const text = `${code}, ${SYNC_REASONS[code]}: '${path}'`;
    throw ObjectAssign(new Error(text), { errno: -errno, code, path: path.toString(), syscall: 'rm' });
  }
}

function* rmSteps(path, options, isSync = false) {
  path = toPath(path);
  options = rmOptions(options);
  let stats;
  try {
    stats = yield questions.lstat(path);
  } catch (error) {
    if (options.force && (error.code === 'ENOENT' || (isSync && options.recursive && error.code === 'ENOTDIR'))) return;
    throw error;
  }
  if (!stats.isDirectory()) {
    yield* insisting(questions.unlink(path), options);
  } else if (options.recursive) {
    yield* removeFolder(path, options);
  } else {
    throw new ERR_FS_EISDIR({ code: 'EISDIR', message: 'is a directory', path, syscall: 'rm', errno: EISDIR });
  }
}

safeGenerators(insisting, entriesOf, removeFolder, checkFolder, removeEntry, rmSyncSteps, rmSteps);

module.exports = { rmSteps, rmSyncSteps };
