'use strict';

// Paths. Java finds out where they lead, and that they stay within the folder of their descriptor (Sandbox.java).

const { ERRNO, KIND, O, RIGHT } = require('internal/wasi/constants');
const { rightsOf } = require('internal/wasi/descriptors');
const { timesOf, toRights } = require('internal/wasi/values');

const native = binding('wasi');

const FOLLOW = 1;
const OFLAG = { __proto__: null, CREAT: 1, DIRECTORY: 2, EXCL: 4, TRUNC: 8 };
const FDFLAG = { __proto__: null, APPEND: 1, DSYNC: 2, NONBLOCK: 4, RSYNC: 8, SYNC: 16 };
const FILESTAT_BYTES = 64;

const isError = (descriptor) => typeof descriptor === 'number';
const errno = (result) => (result < 0 ? -result : ERRNO.SUCCESS);

// Calls action(folder, path) and answers its error number.
function at(state, number, right, pointer, length, action) {
  if (!state.memory.holds(pointer, length)) return ERRNO.EOVERFLOW;
  const folder = state.descriptors.withRights(number, right);
  return isError(folder) ? folder : errno(action(folder, state.memory.text(pointer, length)));
}

const path_create_directory = (state, fd, path, length) =>
  at(state, fd, RIGHT.PATH_CREATE_DIRECTORY, path, length, ({ name, real }, text) => native.makeFolder(name, real, text));

const path_remove_directory = (state, fd, path, length) =>
  at(state, fd, RIGHT.PATH_REMOVE_DIRECTORY, path, length, ({ name, real }, text) => native.removeFolder(name, real, text));

const path_unlink_file = (state, fd, path, length) =>
  at(state, fd, RIGHT.PATH_UNLINK_FILE, path, length, ({ name, real }, text) => native.unlink(name, real, text));

function path_filestat_get(state, fd, flags, path, length, pointer) {
  const { memory } = state;
  if (!memory.holds(path, length) || !memory.holds(pointer, FILESTAT_BYTES)) return ERRNO.EOVERFLOW;
  return at(state, fd, RIGHT.PATH_FILESTAT_GET, path, length, ({ name, real }, text) =>
    native.pathStatus(name, real, text, (flags & FOLLOW) !== 0, memory.view(pointer, FILESTAT_BYTES)));
}

function path_filestat_set_times(state, fd, flags, path, length, accessed, modified, timeFlags) {
  const follows = (flags & FOLLOW) !== 0;
  return at(state, fd, RIGHT.PATH_FILESTAT_SET_TIMES, path, length, ({ name, real }, text) => {
    const times = timesOf(accessed, modified, timeFlags & 0xffff,
      (status) => native.pathStatus(name, real, text, follows, status));
    return typeof times === 'number' ? times :
      native.pathSetTimes(name, real, text, follows, times.accessed, times.modified);
  });
}

// Two paths, whose descriptors may be the same. Calls action(folder, path, otherFolder, otherPath).
function atTwo(state, source, target, action) {
  const { descriptors, memory } = state;
  if (!memory.holds(source.path, source.length) || !memory.holds(target.path, target.length)) return ERRNO.EOVERFLOW;
  const from = descriptors.withRights(source.fd, source.right);
  if (isError(from)) return from;
  const to = descriptors.withRights(target.fd, target.right);
  if (isError(to)) return to;
  return errno(action(from, memory.text(source.path, source.length), to, memory.text(target.path, target.length)));
}

function path_link(state, oldFd, flags, oldPath, oldLength, newFd, newPath, newLength) {
  return atTwo(state,
    { __proto__: null, fd: oldFd, path: oldPath, length: oldLength, right: RIGHT.PATH_LINK_SOURCE },
    { __proto__: null, fd: newFd, path: newPath, length: newLength, right: RIGHT.PATH_LINK_TARGET },
    (from, path, to, other) =>
      native.link(from.name, from.real, path, (flags & FOLLOW) !== 0, to.name, to.real, other));
}

function path_rename(state, oldFd, oldPath, oldLength, newFd, newPath, newLength) {
  return atTwo(state,
    { __proto__: null, fd: oldFd, path: oldPath, length: oldLength, right: RIGHT.PATH_RENAME_SOURCE },
    { __proto__: null, fd: newFd, path: newPath, length: newLength, right: RIGHT.PATH_RENAME_TARGET },
    (from, path, to, other) => native.rename(from.name, from.real, path, to.name, to.real, other));
}

function path_symlink(state, oldPath, oldLength, fd, newPath, newLength) {
  const { memory } = state;
  if (!memory.holds(oldPath, oldLength)) return ERRNO.EOVERFLOW;
  return at(state, fd, RIGHT.PATH_SYMLINK, newPath, newLength, ({ name, real }, text) => {
    const target = memory.text(oldPath, oldLength);
    return target[0] === '/' ? -ERRNO.EPERM : native.symlink(name, real, text, target);
  });
}

function path_readlink(state, fd, path, length, pointer, room, usedAt) {
  const { memory } = state;
  if (!memory.holds(path, length) || !memory.holds(pointer, room) || !memory.holds(usedAt, 4)) return ERRNO.EOVERFLOW;
  return at(state, fd, RIGHT.PATH_READLINK, path, length, ({ name, real }, text) => {
    const target = native.readlink(name, real, text);
    if (typeof target === 'number') return target;
    if (target.length >= room) return -ERRNO.ENOBUFS;
    for (let i = 0; i < target.length; i++) memory.bytes[pointer + i] = target[i];
    memory.bytes[pointer + target.length] = 0;
    memory.write32(usedAt, target.length);
    return 0;
  });
}

// ---- opening

const READS = RIGHT.FD_READ | RIGHT.FD_READDIR;
const WRITES = RIGHT.FD_DATASYNC | RIGHT.FD_WRITE | RIGHT.FD_ALLOCATE | RIGHT.FD_FILESTAT_SET_SIZE;

// The system's flags, and the rights that they need of the folder and of what is opened in it.
function requirements(openFlags, flags, own, inheriting) {
  const isRead = (own & READS) !== 0, isWritten = (own & WRITES) !== 0;
  let system = isWritten ? isRead ? O.RDWR : O.WRONLY : 0;
  let needed = RIGHT.PATH_OPEN, neededInside = own | inheriting;
  if ((openFlags & OFLAG.CREAT) !== 0) {
    system |= O.CREAT;
    needed |= RIGHT.PATH_CREATE_FILE;
  }
  if ((openFlags & OFLAG.DIRECTORY) !== 0) system |= O.DIRECTORY;
  if ((openFlags & OFLAG.EXCL) !== 0) system |= O.EXCL;
  if ((openFlags & OFLAG.TRUNC) !== 0) {
    system |= O.TRUNC;
    needed |= RIGHT.PATH_FILESTAT_SET_SIZE;
  }
  if ((flags & FDFLAG.APPEND) !== 0) system |= O.APPEND;
  if ((flags & FDFLAG.NONBLOCK) !== 0) system |= O.NONBLOCK;
  if ((flags & FDFLAG.DSYNC) !== 0) {
    system |= O.DSYNC;
    neededInside |= RIGHT.FD_DATASYNC;
  }
  if ((flags & (FDFLAG.RSYNC | FDFLAG.SYNC)) !== 0) {
    system |= O.SYNC;
    neededInside |= RIGHT.FD_SYNC;
  }
  if (isWritten && (system & (O.APPEND | O.TRUNC)) === 0) neededInside |= RIGHT.FD_SEEK;
  return { __proto__: null, system, needed, neededInside };
}

function path_open(state, fd, lookup, path, length, openFlags, ownBits, inheritingBits, flags, fdAt) {
  const { descriptors, memory } = state;
  if (!memory.holds(path, length) || !memory.holds(fdAt, 4)) return ERRNO.EOVERFLOW;
  const own = toRights(ownBits), inheriting = toRights(inheritingBits);
  const { system, needed, neededInside } = requirements(openFlags & 0xffff, flags & 0xffff, own, inheriting);
  const folder = descriptors.withRights(fd, needed, neededInside);
  if (isError(folder)) return folder;

  const opened = native.open(folder.name, folder.real, memory.text(path, length), (lookup & FOLLOW) !== 0, system);
  if (typeof opened === 'number') return -opened;
  const { 0: systemFd, 1: real } = opened;
  const kind = native.kind(systemFd);
  const mustBeFolder = (openFlags & OFLAG.DIRECTORY) !== 0 || real[real.length - 1] === '/';
  const error = kind < 0 ? -kind : kind === KIND.UNKNOWN ? ERRNO.EINVAL :
    mustBeFolder && kind !== KIND.DIRECTORY ? ERRNO.ENOTDIR : ERRNO.SUCCESS;
  if (error !== ERRNO.SUCCESS) {
    native.close(systemFd);
    return error;
  }
  const most = rightsOf(systemFd, kind, system);
  memory.write32(fdAt, descriptors.insert(systemFd, kind, own & most.own, inheriting & most.inheriting, real));
  return ERRNO.SUCCESS;
}

module.exports = {
  __proto__: null,
  path_create_directory, path_filestat_get, path_filestat_set_times, path_link, path_open, path_readlink,
  path_remove_directory, path_rename, path_symlink, path_unlink_file,
};
