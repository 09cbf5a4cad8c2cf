'use strict';

// Descriptors: reading and writing, status, folders.

const {
  ArrayPrototypePush, BigIntAsUintN, CoreBytes, Number, setBytes,
} = require('internal/primordials');
const { ERRNO, KIND, O, RIGHT } = require('internal/wasi/constants');
const { toRights, timesOf } = require('internal/wasi/values');

const native = binding('wasi');

const IOVEC_BYTES = 8, FDSTAT_BYTES = 24, FILESTAT_BYTES = 64, PRESTAT_BYTES = 8, DIRENT_BYTES = 24;
const FDFLAG = { __proto__: null, APPEND: 1, DSYNC: 2, NONBLOCK: 4, RSYNC: 8, SYNC: 16 };
const MAX_OFFSET = 2n ** 63n - 1n;
const MAX_TRANSFER = 2 ** 30; // the system moves no more at once than twice as much
const ADVICES = 6;

// The error number of a result.
const errno = (result) => (result < 0 ? -result : ERRNO.SUCCESS);

const isError = (descriptor) => typeof descriptor === 'number';

function act(state, number, right, action) {
  const found = state.descriptors.withRights(number, right);
  return isError(found) ? found : errno(action(found));
}

// ---- bytes

// The buffers that a program has for a read or a write as [pointer, length, …], or an error number.
function buffersOf(memory, pointer, count) {
  const list = [];
  for (let i = 0, at = pointer; i < count; i++, at += IOVEC_BYTES) {
    const buffer = memory.read32(at);
    const length = memory.read32(at + 4);
    if (!memory.holds(buffer, length)) return ERRNO.EOVERFLOW;
    ArrayPrototypePush(list, buffer);
    ArrayPrototypePush(list, length);
  }
  return list;
}

function sum(buffers) {
  let bytes = 0;
  for (let i = 1; i < buffers.length; i += 2) bytes += buffers[i];
  return bytes < MAX_TRANSFER ? bytes : MAX_TRANSFER;
}

// Several buffers are one system call, by way of memory of their joined size.
function readInto(memory, fd, buffers, position) {
  if (buffers.length === 2) return native.read(fd, memory.view(buffers[0], sum(buffers)), position);
  const joined = new CoreBytes(sum(buffers));
  const count = native.read(fd, joined, position);
  for (let i = 0, done = 0; i < buffers.length && done < count; i += 2) {
    const length = buffers[i + 1] < count - done ? buffers[i + 1] : count - done;
    setBytes(memory.bytes, new CoreBytes(joined.buffer, done, length), buffers[i]);
    done += length;
  }
  return count;
}

function writeFrom(memory, fd, buffers, position) {
  if (buffers.length === 2) return native.write(fd, memory.view(buffers[0], sum(buffers)), position);
  const joined = new CoreBytes(sum(buffers));
  for (let i = 0, done = 0; i < buffers.length && done < joined.length; i += 2) {
    const length = buffers[i + 1] < joined.length - done ? buffers[i + 1] : joined.length - done;
    setBytes(joined, memory.view(buffers[i], length), done);
    done += length;
  }
  return native.write(fd, joined, position);
}

function transfer(state, number, pointer, count, countAt, right, position, move) {
  const { descriptors, memory } = state;
  if (!memory.holds(pointer, count * IOVEC_BYTES) || !memory.holds(countAt, 4)) return ERRNO.EOVERFLOW;
  const buffers = buffersOf(memory, pointer, count);
  if (isError(buffers)) return buffers;
  if (position > MAX_OFFSET) return ERRNO.EINVAL;
  const found = descriptors.withRights(number, right);
  if (isError(found)) return found;
  const moved = count === 0 ? 0 : move(memory, found.fd, buffers, position);
  if (moved < 0) return -moved;
  memory.write32(countAt, moved);
  return ERRNO.SUCCESS;
}

const fd_read = (state, fd, iovs, count, readAt) =>
  transfer(state, fd, iovs, count, readAt, RIGHT.FD_READ, -1, readInto);

const fd_write = (state, fd, iovs, count, writtenAt) =>
  transfer(state, fd, iovs, count, writtenAt, RIGHT.FD_WRITE, -1, writeFrom);

const fd_pread = (state, fd, iovs, count, offset, readAt) =>
  transfer(state, fd, iovs, count, readAt, RIGHT.FD_READ | RIGHT.FD_SEEK, BigIntAsUintN(64, offset), readInto);

const fd_pwrite = (state, fd, iovs, count, offset, writtenAt) =>
  transfer(state, fd, iovs, count, writtenAt, RIGHT.FD_WRITE | RIGHT.FD_SEEK, BigIntAsUintN(64, offset), writeFrom);

// ---- positions

function seek(state, number, right, offset, whence, positionAt) {
  if (!state.memory.holds(positionAt, 8)) return ERRNO.EOVERFLOW;
  const found = state.descriptors.withRights(number, right);
  if (isError(found)) return found;
  if (whence > 2) return ERRNO.EINVAL;
  const position = native.seek(found.fd, offset, whence); // WASI's numbers are the system's
  if (position < 0) return -position;
  state.memory.write64(positionAt, position);
  return ERRNO.SUCCESS;
}

const fd_seek = (state, fd, offset, whence, positionAt) => seek(state, fd, RIGHT.FD_SEEK, offset, whence & 0xff, positionAt);
const fd_tell = (state, fd, positionAt) => seek(state, fd, RIGHT.FD_TELL, 0n, 1, positionAt);

// ---- files

function fd_advise(state, fd, offset, length, advice) {
  advice &= 0xff;
  if (advice >= ADVICES) return ERRNO.EINVAL;
  // The system has the numbers of WASI but for two, which are exchanged.
  const mapped = advice === 1 ? 2 : advice === 2 ? 1 : advice;
  return act(state, fd, RIGHT.FD_ADVISE, (file) =>
    (file.kind === KIND.DIRECTORY ? -ERRNO.EBADF : native.advise(file.fd, offset, length, mapped)));
}

const fd_allocate = (state, fd, offset, length) =>
  act(state, fd, RIGHT.FD_ALLOCATE, (file) => native.allocate(file.fd, offset, length));

const fd_close = (state, fd) => state.descriptors.close(fd);
const fd_renumber = (state, from, to) => state.descriptors.renumber(from, to);
const fd_sync = (state, fd) => act(state, fd, RIGHT.FD_SYNC, (file) => native.sync(file.fd));
const fd_datasync = (state, fd) => act(state, fd, RIGHT.FD_DATASYNC, (file) => native.datasync(file.fd));

const fd_filestat_set_size = (state, fd, size) =>
  act(state, fd, RIGHT.FD_FILESTAT_SET_SIZE, (file) => native.truncate(file.fd, size));

function fd_filestat_get(state, fd, pointer) {
  if (!state.memory.holds(pointer, FILESTAT_BYTES)) return ERRNO.EOVERFLOW;
  return act(state, fd, RIGHT.FD_FILESTAT_GET, (file) =>
    native.status(file.fd, state.memory.view(pointer, FILESTAT_BYTES)));
}

function fd_filestat_set_times(state, fd, accessed, modified, flags) {
  return act(state, fd, RIGHT.FD_FILESTAT_SET_TIMES, (file) => {
    const times = timesOf(accessed, modified, flags & 0xffff, (status) => native.status(file.fd, status));
    return typeof times === 'number' ? times : native.setTimes(file.fd, times.accessed, times.modified);
  });
}

// ---- flags and rights

function fd_fdstat_get(state, fd, pointer) {
  const { descriptors, memory } = state;
  if (!memory.holds(pointer, FDSTAT_BYTES)) return ERRNO.EOVERFLOW;
  const found = descriptors.withRights(fd, 0);
  if (isError(found)) return found;
  const flags = native.flags(found.fd);
  if (flags < 0) return -flags;
  memory.bytes[pointer] = found.kind;
  memory.write16(pointer + 2, flags); // the system's numbers: Node's do not say what WASI's would
  memory.write64(pointer + 8, found.own);
  memory.write64(pointer + 16, found.inheriting);
  return ERRNO.SUCCESS;
}

function fd_fdstat_set_flags(state, fd, flags) {
  let mapped = 0;
  if ((flags & FDFLAG.APPEND) !== 0) mapped |= O.APPEND;
  if ((flags & FDFLAG.DSYNC) !== 0) mapped |= O.DSYNC;
  if ((flags & FDFLAG.NONBLOCK) !== 0) mapped |= O.NONBLOCK;
  if ((flags & (FDFLAG.RSYNC | FDFLAG.SYNC)) !== 0) mapped |= O.SYNC;
  return act(state, fd, RIGHT.FD_FDSTAT_SET_FLAGS, (file) => native.setFlags(file.fd, mapped));
}

function fd_fdstat_set_rights(state, fd, own, inheriting) {
  const found = state.descriptors.withRights(fd, 0);
  if (isError(found)) return found;
  const ownRights = toRights(own), inheritingRights = toRights(inheriting);
  if ((ownRights & ~found.own) !== 0 || (inheritingRights & ~found.inheriting) !== 0) return ERRNO.ENOTCAPABLE;
  found.own = ownRights;
  found.inheriting = inheritingRights;
  return ERRNO.SUCCESS;
}

// ---- folders

function fd_prestat_get(state, fd, pointer) {
  const { descriptors, memory } = state;
  if (!memory.holds(pointer, PRESTAT_BYTES)) return ERRNO.EOVERFLOW;
  const found = descriptors.withRights(fd, 0);
  if (isError(found)) return found;
  if (!found.isPreopened) return ERRNO.EINVAL;
  memory.bytes[pointer] = 0;
  memory.write32(pointer + 4, found.name.length);
  return ERRNO.SUCCESS;
}

function fd_prestat_dir_name(state, fd, pointer, length) {
  const { descriptors, memory } = state;
  if (!memory.holds(pointer, length)) return ERRNO.EOVERFLOW;
  const found = descriptors.withRights(fd, 0);
  if (isError(found)) return found;
  if (!found.isPreopened) return ERRNO.EBADF;
  if (found.name.length > length) return ERRNO.ENOBUFS;
  memory.writeText(pointer, found.name);
  return ERRNO.SUCCESS;
}

// WASI's kinds of files by those of the system's records.
const ENTRY_KINDS = {
  __proto__: null,
  2: KIND.CHARACTER_DEVICE, 4: KIND.DIRECTORY, 6: KIND.BLOCK_DEVICE, 8: KIND.REGULAR_FILE, 10: KIND.SYMBOLIC_LINK,
  12: KIND.SOCKET_STREAM,
};

// An entry that does not fit is written as far as it does: a full buffer says that there are more.
function fd_readdir(state, fd, pointer, length, cookie, usedAt) {
  const { descriptors, memory } = state;
  if (!memory.holds(pointer, length) || !memory.holds(usedAt, 4)) return ERRNO.EOVERFLOW;
  const found = descriptors.withRights(fd, RIGHT.FD_READDIR);
  if (isError(found)) return found;
  const entries = native.entries(found.real);
  if (typeof entries === 'number') return -entries;
  let used = 0;
  for (let i = Number(BigIntAsUintN(64, cookie)); i < entries.length / 2 && used < length; i++) {
    if (used + DIRENT_BYTES > length) {
      used = length;
      break;
    }
    const kind = ENTRY_KINDS[entries[2 * i]] ?? KIND.UNKNOWN, name = entries[2 * i + 1];
    const at = pointer + used;
    memory.write64(at, i + 1);
    memory.write64(at + 8, 0);
    memory.write32(at + 16, name.length);
    memory.bytes[at + 20] = kind;
    used += DIRENT_BYTES;
    const room = name.length < length - used ? name.length : length - used;
    memory.writeText(pointer + used, name, room);
    used += room;
  }
  memory.write32(usedAt, used);
  return ERRNO.SUCCESS;
}

module.exports = {
  __proto__: null,
  fd_advise, fd_allocate, fd_close, fd_datasync, fd_fdstat_get, fd_fdstat_set_flags, fd_fdstat_set_rights, fd_filestat_get,
  fd_filestat_set_size, fd_filestat_set_times, fd_pread, fd_prestat_get, fd_prestat_dir_name, fd_pwrite, fd_read, fd_readdir,
  fd_renumber, fd_seek, fd_sync, fd_tell, fd_write,
};
