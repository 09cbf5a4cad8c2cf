'use strict';

// cp: copies a file or, with `recursive`, a tree. It first checks, by inode and by path, that nothing would be copied onto
// or into itself. Then it copies each entry by its kind.

const {
  ArrayPrototypeEvery, ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypeSlice, Boolean, Number,
  StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeSplit, safeGenerators,
} = require('internal/primordials');
const { dirname, isAbsolute, join, parse, resolve } = require('path');
const { codes, genericNodeError } = require('internal/errors');
const { validateBoolean, validateFunction, validateObject } = require('internal/validators');
const { askValue, decision } = require('internal/fs/call_styles');
const { toBuffer, toCopyMode, toPath } = require('internal/fs/arguments');
const { unpackNames } = require('internal/fs/records');
const calls = require('internal/fs/calls');
const questions = require('internal/fs/questions');

const ERRNO = { __proto__: null, EEXIST: 17, ENOTDIR: 20, EISDIR: 21, EINVAL: 22 };
const OWNER_WRITES = 0o200;
const LOST_BY_WRITING = 0o6000; // the setuid and setgid bits
const CROWD = 64; // files copied concurrently

const DEFAULTS = {
  dereference: false,
  errorOnExist: false,
  filter: undefined,
  force: true,
  preserveTimestamps: false,
  recursive: false,
  verbatimSymlinks: false,
};

function cpOptions(options) {
  if (options === undefined) return { ...DEFAULTS, mode: 0 };
  validateObject(options, 'options');
  options = { ...DEFAULTS, ...options };
  for (let i = 0, list = ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks']; i < list.length; i++) {
    const name = list[i];
    validateBoolean(options[name], `options.${name}`);
  }
  options.mode = toCopyMode(options.mode);
  if (options.dereference && options.verbatimSymlinks) {
    throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

// The errors of cpSync() have other messages than those of the other forms: without the system's error, and capitalized.
function refusal({ isSync }, type, code, path, message, inSync = `C${StringPrototypeSlice(message, 1)}`) {
  if (isSync) return genericNodeError(inSync, { code: type });
  return new codes[type]({ message, path, syscall: 'cp', errno: ERRNO[code], code });
}

// ---- checks

const isSame = (a, b) => b.ino && b.dev && a.ino === b.ino && a.dev === b.dev;

function isInside(outer, inner) {
  const parts = (path) => ArrayPrototypeFilter(StringPrototypeSplit(resolve(path), '/'), Boolean);
  const innerParts = parts(inner);
  return ArrayPrototypeEvery(parts(outer), (part, i) => innerParts[i] === part);
}

const intoItself = (src, dest, options) =>
  refusal(options, 'ERR_FS_CP_EINVAL', 'EINVAL', dest, `cannot copy ${src} to a subdirectory of self ${dest}`,
    `Cannot copy ${withSlash(src)} to a subdirectory of self ${dest}`);

const withSlash = (path) => (StringPrototypeEndsWith(path, '/') ? path : `${path}/`);

function status(path, options) {
  const big = { bigint: true };
  return options.dereference ? questions.stat(path, big) : questions.lstat(path, big);
}

// The target mostly doesn't exist. The synchronous form creates no error object for that.
function* statusOrNull(path, options) {
  try {
    if (options.dereference) return yield status(path, options);
    return (yield questions.lstat(path, { bigint: true, throwIfNoEntry: false })) ?? null;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

// Follows links, too.
function* leadToTheSame(src, dest) {
  const from = yield* statusOrNull(src, { dereference: true });
  const to = yield* statusOrNull(dest, { dereference: true });
  return from !== null && to !== null && isSame(from, to);
}

function* checkedStatus(src, dest, options, isTop) {
  const from = yield status(src, options);
  const to = yield* statusOrNull(dest, options);
  if (to !== null) {
    if (isSame(from, to) || (isTop && options.isSync && (yield* leadToTheSame(src, dest)))) {
      throw refusal(options, 'ERR_FS_CP_EINVAL', 'EINVAL', dest, 'src and dest cannot be the same',
        `src and dest cannot be the same ${dest}`);
    }
    if (from.isDirectory() && !to.isDirectory()) {
      throw refusal(options, 'ERR_FS_CP_DIR_TO_NON_DIR', 'EISDIR', dest,
        `cannot overwrite non-directory ${dest} with directory ${src}`);
    }
    if (!from.isDirectory() && to.isDirectory()) {
      throw refusal(options, 'ERR_FS_CP_NON_DIR_TO_DIR', 'ENOTDIR', dest,
        `cannot overwrite directory ${dest} with non-directory ${src}`);
    }
  }
  if (from.isDirectory() && isInside(src, dest)) throw intoItself(src, dest, options);
  return { from, to };
}

// No parent folder of the target may be the source itself, under any name.
function* checkParents(src, from, dest, options) {
  const above = resolve(dirname(dest));
  if (above === resolve(dirname(src)) || above === parse(above).root) return;
  let status;
  try {
    status = yield questions.stat(above, { bigint: true });
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (isSame(from, status)) throw intoItself(src, dest, options);
  yield* checkParents(src, from, above, options);
}

// ---- by kind

function* copyEntry(from, to, src, dest, options) {
  if (from.isDirectory()) {
    if (!options.recursive) {
      throw refusal(options, 'ERR_FS_EISDIR', 'EISDIR', src, `${src} is a directory (not copied)`,
        `Recursive option not enabled, cannot copy a directory: ${withSlash(src)}`);
    }
    yield* copyFolder(from, to, src, dest, options);
  } else if (from.isFile() || from.isCharacterDevice() || from.isBlockDevice()) {
    yield* copyFile(from, to, src, dest, options);
  } else if (from.isSymbolicLink()) {
    yield* copyLink(to, src, dest, options);
  } else if (from.isSocket()) {
    throw refusal(options, 'ERR_FS_CP_SOCKET', 'EINVAL', dest, `cannot copy a socket file: ${dest}`);
  } else if (from.isFIFO()) {
    throw refusal(options, 'ERR_FS_CP_FIFO_PIPE', 'EINVAL', dest, `cannot copy a FIFO pipe: ${dest}`);
  } else {
    throw refusal(options, 'ERR_FS_CP_UNKNOWN', 'EINVAL', dest, `cannot copy an unknown file type: ${dest}`);
  }
}

const losesBits = (status) => (Number(status.mode) & LOST_BY_WRITING) !== 0;

const alreadyThere = (dest) => refusal({ isSync: false }, 'ERR_FS_CP_EEXIST', 'EEXIST', dest, `${dest} already exists`);

function* copyFile(from, to, src, dest, options) {
  if (to !== null) {
    if (!options.force) {
      if (options.errorOnExist) throw alreadyThere(dest);
      return;
    }
    yield questions.unlink(dest);
  }
  yield questions.copyFile(src, dest, options.mode);
  const mode = Number(from.mode) & 0o7777;
  if (options.preserveTimestamps) {
    if ((mode & OWNER_WRITES) === 0) yield questions.chmod(dest, mode | OWNER_WRITES);
    // Read again, because reading the file has changed its access time.
    const { atime, mtime } = yield questions.stat(src);
    yield questions.utimes(dest, atime, mtime);
    yield questions.chmod(dest, mode);
  } else if (losesBits(from)) {
    yield questions.chmod(dest, mode); // the copy has the other bits already
  }
}

function* copyFolder(from, to, src, dest, options) {
  if (to === null) yield questions.mkdir(dest);
  else if (options.errorOnExist && !options.force) throw alreadyThere(dest);
  const names = unpackNames(yield calls.readdir(src));
  const entries = ArrayPrototypeMap(names, (name) => ({ src: join(src, name), dest: join(dest, name) }));
  if (to === null && options.filter === undefined) yield* copyIntoNew(entries, options);
  else for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    yield* copyChecked(entry.src, entry.dest, options);
  }
  if (to === null) yield questions.chmod(dest, Number(from.mode) & 0o7777);
}

// A new folder is empty, so plain files need no check of their targets and can be copied concurrently.
function* copyIntoNew(entries, options) {
  for (let i = 0; i < entries.length; i += CROWD) {
    const crowd = ArrayPrototypeSlice(entries, i, i + CROWD);
    const statuses = yield ArrayPrototypeMap(crowd, ({ src }) => status(src, options));
    const isPlain = (k) => !options.preserveTimestamps && statuses[k].isFile() && !losesBits(statuses[k]);
    yield ArrayPrototypeMap(ArrayPrototypeFilter(crowd, (_, k) => isPlain(k)), ({ src, dest }) => questions.copyFile(src, dest, options.mode));
    for (let k = 0; k < crowd.length; k++) {
      const { src, dest } = crowd[k];
      if (isPlain(k)) continue;
      if (statuses[k].isDirectory() && isInside(src, dest)) throw intoItself(src, dest, options);
      yield* copyEntry(statuses[k], null, src, dest, options);
    }
  }
}

function* copyLink(to, src, dest, options) {
  let target = yield questions.readlink(src);
  if (!options.verbatimSymlinks && !isAbsolute(target)) target = resolve(dirname(src), target);
  let old = null;
  if (to !== null) {
    try {
      old = yield questions.readlink(dest);
    } catch (error) {
      if (error.code !== 'EINVAL') throw error; // no link: symlink() below reports it
    }
  }
  if (old !== null) {
    if (!isAbsolute(old)) old = resolve(dirname(dest), old);
    if (yield askValue('isFolder', [src])) {
      if (isInside(target, old)) {
        throw refusal(options, 'ERR_FS_CP_EINVAL', 'EINVAL', dest, `cannot copy ${target} to a subdirectory of self ${old}`);
      }
      // Removing the old link would remove the target of the new one.
      if (isInside(old, target)) {
        throw refusal(options, 'ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', 'EINVAL', dest, `cannot overwrite ${old} with ${target}`);
      }
    }
    yield questions.unlink(dest);
  }
  yield questions.symlink(target, dest);
}

// ---- cp

function* isWanted(src, dest, { filter }) {
  return filter === undefined || (yield decision(filter(src, dest), 'filter'));
}

function* copyChecked(src, dest, options) {
  if (!(yield* isWanted(src, dest, options))) return;
  const { from, to } = yield* checkedStatus(src, dest, options, false);
  yield* copyEntry(from, to, src, dest, options);
}

const toText = (path) => (typeof path === 'string' ? path : toBuffer(path).toString());

function* cpSteps(src, dest, options, isSync = false) {
  options = { ...cpOptions(options), isSync };
  src = toText(toPath(src, 'src'));
  dest = toText(toPath(dest, 'dest'));
  if (!(yield* isWanted(src, dest, options))) return;
  const { from, to } = yield* checkedStatus(src, dest, options, true);
  yield* checkParents(src, from, dest, options);
  if (!(yield askValue('exists', [dirname(dest)]))) yield questions.mkdir(dirname(dest), { recursive: true });
  yield* copyEntry(from, to, src, dest, options);
}

safeGenerators(
  statusOrNull, leadToTheSame, checkedStatus, checkParents, copyEntry, copyFile, copyFolder, copyIntoNew, copyLink,
  isWanted, copyChecked, cpSteps,
);

module.exports = { cpSteps };
