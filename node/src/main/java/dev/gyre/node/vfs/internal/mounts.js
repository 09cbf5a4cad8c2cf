'use strict';

// Mounted file systems: answers the questions of fs about their paths and descriptors (fs/shared/elsewhere).

const {
  ArrayPrototypeMap, BigInt, ObjectAssign, SafeMap, StringPrototypeIndexOf, StringPrototypeIncludes, StringPrototypeSlice,
  StringPrototypeStartsWith, Uint8Array, itemsOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { resolve } = require('path');
const { byteLengthOf } = require('internal/memory');
const { S_IFREG, S_IFMT } = require('internal/fs/constants');
const { typeOfStats } = require('internal/fs/dirent');
const { Elsewhere, FoundNames, mounted } = require('internal/fs/elsewhere');
const { toBuffer } = require('internal/fs/arguments');
const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
const options = require('internal/options');
const permission = require('internal/permission/model');
const descriptors = require('internal/vfs/descriptors');
const { failure } = require('internal/vfs/failures');
const { inside } = require('internal/vfs/file_system');
const { MOUNTS } = require('internal/vfs/paths');

const systems = new SafeMap(); // by number
const MARK = 'dev/null/vfs'; // in every path of a mounted file system

function add(id, files) {
  if (permission.isEnabled() && !options.get('--allow-fs-vfs')) {
    throw new ERR_INVALID_STATE('VFS cannot be used when the permission model is enabled. Use --allow-fs-vfs to allow it.');
  }
  systems.set(id, files);
  mounted.ask = find;
}

function remove(id) {
  systems.delete(id);
  require('internal/module/files').forget(`${MOUNTS}${id}/`);
  if (systems.size === 0) mounted.ask = null;
}

// ---- paths

const textOf = (path) => (typeof path === 'string' ? path : toBuffer(path).toString());

// The file system of a path, or undefined.
function at(path) {
  if (!StringPrototypeIncludes(path, MARK)) return undefined;
  const whole = resolve(path);
  if (!StringPrototypeStartsWith(whole, MOUNTS)) return undefined;
  const end = StringPrototypeIndexOf(whole, '/', MOUNTS.length);
  const id = StringPrototypeSlice(whole, MOUNTS.length, end === -1 ? undefined : end);
  return `${+id}` === id ? systems.get(+id) : undefined;
}

// Errors name the path that the program used.
function shown(error, files, path) {
  return error?.syscall !== undefined && error.path === inside(files, path) ?
    failure(error.code, error.syscall, path) : error;
}

// A question for the function of that name.
function ask(files, path, name, ...args) {
  return new Elsewhere(() => {
    try {
      return files[`${name}Sync`](path, ...itemsOf(args));
    } catch (error) {
      throw shown(error, files, path);
    }
  }, async () => {
    try {
      return await files.promises[name](path, ...itemsOf(args));
    } catch (error) {
      throw shown(error, files, path);
    }
  });
}

// A question with one answer at once, also for the asynchronous functions.
const atOnce = (answer) => new Elsewhere(answer, async () => answer());

function askTwo(files, name, syscall, { 0: from, 1: to, 2: mode }) {
  const path = textOf(from);
  const dest = textOf(to);
  return at(dest) === files ? ask(files, path, name, dest, mode) : atOnce(() => { throw failure('EXDEV', syscall, path); });
}

const asBytes = (isWanted) => (name) => (isWanted ? Buffer.from(name) : name);
const NO_SPACE = [0, 4096, 4096, 0, 0, 0, 0, 0];

const foundNames = (dirents) =>
  new FoundNames(ArrayPrototypeMap(dirents, ({ name }) => name), ArrayPrototypeMap(dirents, typeOfStats));

function encodedEntries(found, encoding) {
  if (encoding === undefined) return found;
  const encode = (name) => new FoundNames([name]).encoded(encoding)[0];
  return ArrayPrototypeMap(found, (one) =>
    (typeof one === 'string' ? encode(one) : ObjectAssign(one, { name: encode(one.name) })));
}

// (file system, path, arguments of the call). The later ones, which have no calls of their own in fs, get them in a list.
const PATHS = {
  __proto__: null,
  is: () => true,
  stat: (files, path, isBig) => ask(files, path, 'stat', { bigint: isBig }),
  lstat: (files, path, isBig) => ask(files, path, 'lstat', { bigint: isBig }),
  access: (files, path, mode) => ask(files, path, 'access', mode),
  mkdir: (files, path, mode) => ask(files, path, 'mkdir', { mode }),
  rmdir: (files, path) => ask(files, path, 'rmdir'),
  unlink: (files, path) => ask(files, path, 'unlink'),
  open: (files, path, flags, mode) => ask(files, path, 'open', flags, mode),
  readdir: (files, path) => ask(files, path, 'readdir', { withFileTypes: true }).answeredBy(foundNames),
  readdirs: (files, path, encoding, withFileTypes) =>
    ask(files, path, 'readdir', { recursive: true, withFileTypes }).answeredBy((found) => encodedEntries(found, encoding)),
  openFolder: (files, path, { recursive }) => atOnce(() => files.opendirSync(path, { recursive })),
  openAsBlob: (files, path, type) => atOnce(() => files.openAsBlob(path, { type })),
  watch: (files, path, options) => atOnce(() => {
    if (!files.existsSync(path)) throw failure('ENOENT', 'watch', path);
    return files.watch(path, options);
  }),

  exists: (files, path) => atOnce(() => files.existsSync(path)),
  chmod: (files, path, { 1: mode }) => ask(files, path, 'chmod', mode),
  chown: (files, path, { 1: uid, 2: gid }) => ask(files, path, 'chown', uid, gid),
  lchown: (files, path, { 1: uid, 2: gid }) => ask(files, path, 'lchown', uid, gid),
  utimes: (files, path, { 1: atime, 2: mtime }) => ask(files, path, 'utimes', atime, mtime),
  lutimes: (files, path, { 1: atime, 2: mtime }) => ask(files, path, 'lutimes', atime, mtime),
  link: (files, path, args) => askTwo(files, 'link', 'link', args),
  rename: (files, path, args) => askTwo(files, 'rename', 'rename', args),
  copyFile: (files, path, args) => askTwo(files, 'copyFile', 'copyfile', args),
  symlink: (files, path, { 0: target }) => atOnce(() => files.symlinkSync(textOf(target), path)),
  readlink: (files, path, { 1: wantsBytes }) => ask(files, path, 'readlink').answeredBy(asBytes(wantsBytes)),
  realpath: (files, path, { 1: wantsBytes }) => ask(files, path, 'realpath').answeredBy(asBytes(wantsBytes)),
  mkdtemp: (files, path, { 1: wantsBytes }) => ask(files, path, 'mkdtemp').answeredBy(asBytes(wantsBytes)),
  mkdirp: (files, path, { 1: mode }) => ask(files, path, 'mkdir', { recursive: true, mode }),
  statfs: (files, path, { 1: isBig }) => ask(files, path, 'stat').answeredBy(() => (isBig ? ArrayPrototypeMap(NO_SPACE, BigInt) : NO_SPACE)),
};

// ---- descriptors

const askHandle = (handle, name, ...args) => new Elsewhere(
  () => handle[`${name}Sync`](...itemsOf(args)), async () => handle[name](...itemsOf(args)));

// Position -1 is that of the descriptor.
const transfer = (handle, name, count, view, offset, length, position) => new Elsewhere(
  () => handle[`${name}Sync`](view, offset, length, position === -1 ? null : position),
  async () => (await handle[name](view, offset, length, position === -1 ? null : position))[count]);

// The same for several buffers.
const vector = (handle, name, count, buffers, position) => new Elsewhere(() => {
  let total = 0;
  for (let i = 0; i < buffers.length; i++) {
    const length = byteLengthOf(buffers[i]);
    const done = handle[`${name}Sync`](buffers[i], 0, length, position === -1 ? null : position + total);
    total += done;
    if (done < length) break;
  }
  return total;
}, async () => (await handle[`${name}v`](buffers, position === -1 ? null : position))[count]);

const removing = (fd) => () => {
  descriptors.remove(fd);
};
const done = () => atOnce(() => undefined);

const HANDLES = {
  __proto__: null,
  is: () => true,
  close: (handle, fd) => askHandle(handle, 'close').answeredBy(removing(fd)),
  read: (handle, fd, view, offset, length, position) =>
    transfer(handle, 'read', 'bytesRead', view, offset, length, position),
  write: (handle, fd, view, offset, length, position) =>
    transfer(handle, 'write', 'bytesWritten', view, offset, length, position),
  readv: (handle, fd, buffers, position) => vector(handle, 'read', 'bytesRead', buffers, position),
  writev: (handle, fd, buffers, position) => vector(handle, 'write', 'bytesWritten', buffers, position),
  fstat: (handle, fd, isBig) => askHandle(handle, 'stat', { bigint: isBig }),
  fileSize: (handle) => askHandle(handle, 'stat').answeredBy(({ mode, size }) => ((mode & S_IFMT) === S_IFREG ? size : 0)),

  fsync: done,
  fdatasync: done,
  fchown: done,
  ftruncate: (handle, fd, { 1: length }) => askHandle(handle, 'truncate', length),
  fchmod: (handle, fd, { 1: mode }) => askHandle(handle, 'chmod', mode),
  futimes: (handle, fd, { 1: atime, 2: mtime }) => askHandle(handle, 'utimes', atime, mtime),
};

function find(operation, subject, a, b, c, d) {
  if (typeof subject === 'number') {
    const handle = descriptors.find(subject);
    return handle === undefined ? undefined : HANDLES[operation]?.(handle, subject, a, b, c, d);
  }
  if (typeof subject !== 'string' && !(subject instanceof Uint8Array)) return undefined;
  const path = textOf(subject);
  const files = at(path);
  return files === undefined ? undefined : PATHS[operation]?.(files, path, a, b, c, d);
}

module.exports = { add, at, remove };
