'use strict';

// The operations of fs that make one system call; call_styles.js makes the synchronous, callback and promise functions from
// them. Parameters have no default values, so that `length` counts all of them and the callback is found after them.

const { MathMax } = require('internal/primordials');
const {
  validateBoolean, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { ask, askValue } = require('internal/fs/call_styles');
const calls = require('internal/fs/calls');
const { toStatFs } = require('internal/fs/stats');
const {
  encodeName, getOptions, parseFileMode, toFd, toFlags, toPath, toSmallMode, toUnixTimestamp,
  validateUserId, wantsBytes,
} = require('internal/fs/arguments');
const permission = require('internal/permission/model');

// ---- descriptors

const open = (path, flags, mode) =>
  calls.open(toPath(path), toFlags(flags), parseFileMode(mode, 'mode', 0o666));

// Checks the flags before the path.
function openByFlags(path, flags, mode) {
  const number = toFlags(flags);
  mode = parseFileMode(mode, 'mode', 0o666);
  return calls.open(toPath(path), number, mode);
}

const close = (fd) => calls.close(toFd(fd));
const fsync = (fd) => ask('fsync', [toFd(fd)]);
const fdatasync = (fd) => ask('fdatasync', [toFd(fd)]);

function ftruncate(fd, length) {
  if (length === undefined) length = 0;
  validateInteger(length, 'len');
  return ask('ftruncate', [toFd(fd), MathMax(0, length)]);
}

const fchmod = (fd, mode) => ask('fchmod', [toFd(fd), parseFileMode(mode, 'mode')]);

function fchown(fd, uid, gid) {
  fd = toFd(fd);
  validateUserId(uid, 'uid');
  validateUserId(gid, 'gid');
  return ask('fchown', [fd, uid, gid]);
}

const futimes = (fd, atime, mtime) =>
  ask('futimes', [toFd(fd), toUnixTimestamp(atime, 'atime'), toUnixTimestamp(mtime, 'mtime')]);

const isBig = (options = kEmptyObject) => options.bigint === true;

const fstat = (fd, options) => calls.fstat(toFd(fd), isBig(options));

// ---- paths

const access = (path, mode) => calls.access(toPath(path), toSmallMode(mode));
// As in Node, these throw at once also where they have a callback.
function writable(path) {
  permission.require('fs.write', path);
  return path;
}

const chmod = (path, mode) => ask('chmod', [writable(toPath(path)), parseFileMode(mode, 'mode')]);

function ownership(fn, path, uid, gid) {
  path = toPath(path);
  validateUserId(uid, 'uid');
  validateUserId(gid, 'gid');
  return ask(fn, [path, uid, gid]);
}
const chown = (path, uid, gid) => ownership('chown', path, uid, gid);
const lchown = (path, uid, gid) => ownership('lchown', path, uid, gid);

const times = (fn, path, atime, mtime) =>
  ask(fn, [writable(toPath(path)), toUnixTimestamp(atime), toUnixTimestamp(mtime)]);
const utimes = (path, atime, mtime) => times('utimes', path, atime, mtime);
const lutimes = (path, atime, mtime) => times('lutimes', path, atime, mtime);

const link = (existingPath, newPath) =>
  ask('link', [toPath(existingPath, 'existingPath'), toPath(newPath, 'newPath')]);

function symlink(target, path, type) {
  validateOneOf(type, 'type', ['dir', 'file', 'junction', null, undefined]);
  return ask('symlink', [toPath(target, 'target'), toPath(path)]);
}

const rename = (oldPath, newPath) => ask('rename', [toPath(oldPath, 'oldPath'), toPath(newPath, 'newPath')]);
const unlink = (path) => calls.unlink(toPath(path));

const copyFile = (src, dest, mode) =>
  ask('copyFile', [toPath(src, 'src'), toPath(dest, 'dest'), toSmallMode(mode)]);

// Returns a name in the encoding of the options.
function askName(fn, path, options) {
  const { encoding } = getOptions(options);
  return ask(fn, [path, wantsBytes(encoding)], (name) => encodeName(name, encoding));
}
function readlink(path, options) {
  path = toPath(path);
  permission.require('fs.read', path);
  return askName('readlink', path, options);
}
const realpathNative = (path, options) => askName('realpath', toPath(path), options);

let warnedOfTemplate = false;
function mkdtemp(prefix, options) {
  prefix = toPath(prefix, 'prefix');
  if (!warnedOfTemplate && (prefix.at(-1) === 'X' || prefix.at(-1) === 0x58)) {
    warnedOfTemplate = true;
    process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
                        'For details see: https://nodejs.org/api/fs.html');
  }
  return askName('mkdtemp', prefix, options);
}

// ---- status

function lstat(path, options) {
  const call = calls.lstat(toPath(path), isBig(options));
  call.mayBeMissing = options?.throwIfNoEntry === false;
  return call;
}

function stat(path, options) {
  const call = calls.stat(toPath(path), isBig(options));
  call.mayBeMissing = options?.throwIfNoEntry === false;
  return call;
}
const statfs = (path, options) => ask('statfs', [toPath(path), isBig(options)], toStatFs);

// ---- folders

function mkdir(path, options) {
  let mode = 0o777;
  let recursive = false;
  if (typeof options === 'number' || typeof options === 'string') {
    mode = parseFileMode(options, 'mode');
  } else if (options) {
    if (options.recursive !== undefined) {
      recursive = options.recursive;
      validateBoolean(recursive, 'options.recursive');
    }
    if (options.mode !== undefined) mode = parseFileMode(options.mode, 'options.mode');
  }
  path = writable(toPath(path));
  return recursive ? askValue('mkdirp', [path, mode]) : calls.mkdir(path, mode);
}

function rmdir(path, options) {
  path = toPath(path);
  if (options?.recursive !== undefined) {
    throw new ERR_INVALID_ARG_VALUE('options.recursive', options.recursive, 'is no longer supported');
  }
  if (options !== undefined) validateObject(options, 'options');
  return calls.rmdir(writable(path));
}

module.exports = {
  access,
  chmod,
  chown,
  close,
  copyFile,
  fchmod,
  fchown,
  fdatasync,
  fstat,
  fsync,
  ftruncate,
  futimes,
  lchown,
  link,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  open,
  openByFlags,
  readlink,
  realpathNative,
  rename,
  rmdir,
  stat,
  statfs,
  symlink,
  unlink,
  utimes,
};
