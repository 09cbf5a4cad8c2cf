'use strict';

// The descriptors of one WASI instance. Their numbers have nothing to do with the system's. Functions that can fail answer
// an error number; where there is a result, it is a negative number.

const { ArrayPrototypePush, Error, isolated } = require('internal/primordials');
const { ERRNO, KIND, NAMES, O, RIGHT, RIGHTS, TERMINAL_RIGHTS } = require('internal/wasi/constants');

const native = binding('wasi');

class Descriptor {
  constructor(fd, kind, own, inheriting, name, real, isPreopened) {
    this.fd = fd;
    this.kind = kind;
    this.own = own;
    this.inheriting = inheriting;
    this.name = name; // of a folder, as the program knows it; each char is a byte
    this.real = real;
    this.isPreopened = isPreopened;
  }
}
isolated(Descriptor);

function failed(errno) {
  const code = `UVWASI_${NAMES[errno] ?? 'EINVAL'}`;
  const error = new Error(`${code}, uvwasi_init`);
  error.errno = errno;
  error.code = code;
  error.syscall = 'uvwasi_init';
  return error;
}

function orThrow(result) {
  if (typeof result === 'number' && result < 0) throw failed(-result);
  return result;
}

// The most that a descriptor opened with these flags can have.
function rightsOf(fd, kind, flags) {
  const most = kind === KIND.CHARACTER_DEVICE && native.isTerminal(fd) ? TERMINAL_RIGHTS : RIGHTS[kind];
  let { own } = most;
  if ((flags & (O.WRONLY | O.RDWR)) === 0) own &= ~RIGHT.FD_WRITE;
  else if ((flags & (O.WRONLY | O.RDWR)) === O.WRONLY) own &= ~RIGHT.FD_READ;
  return { __proto__: null, own, inheriting: most.inheriting };
}

class Descriptors {
  #all = [];

  constructor(stdio, preopens) {
    for (let i = 0; i < stdio.length; i++) {
      const kind = orThrow(native.kind(stdio[i]));
      if (kind === KIND.UNKNOWN) throw failed(ERRNO.EINVAL);
      const { own, inheriting } = rightsOf(stdio[i], kind, O.RDWR);
      ArrayPrototypePush(this.#all, new Descriptor(stdio[i], kind, own, inheriting, '', '', false));
    }
    for (let i = 0; i < preopens.length; i++) {
      const { 0: fd, 1: real } = orThrow(native.openFolder(preopens[i].path));
      if (orThrow(native.kind(fd)) !== KIND.DIRECTORY) {
        native.close(fd);
        throw failed(ERRNO.ENOTDIR);
      }
      const { own, inheriting } = RIGHTS[KIND.DIRECTORY];
      ArrayPrototypePush(this.#all, new Descriptor(fd, KIND.DIRECTORY, own, inheriting, preopens[i].name, real, true));
    }
  }

  // The descriptor with this number, or an error number unless it has these rights.
  withRights(number, own, inheriting = 0) {
    const found = this.#all[number];
    if (found === undefined) return ERRNO.EBADF;
    return (~found.own & own) !== 0 || (~found.inheriting & inheriting) !== 0 ? ERRNO.ENOTCAPABLE : found;
  }

  insert(fd, kind, own, inheriting, real) {
    let number = 0;
    while (this.#all[number] !== undefined) number++;
    this.#all[number] = new Descriptor(fd, kind, own, inheriting, real, real, false);
    return number;
  }

  close(number) {
    const found = this.#all[number];
    if (found === undefined) return ERRNO.EBADF;
    const result = native.close(found.fd);
    if (result < 0) return -result;
    this.#all[number] = undefined;
    return ERRNO.SUCCESS;
  }

  renumber(from, to) {
    if (from === to) return ERRNO.SUCCESS;
    if (this.#all[from] === undefined || this.#all[to] === undefined) return ERRNO.EBADF;
    const result = native.close(this.#all[to].fd);
    if (result < 0) return -result;
    this.#all[to] = this.#all[from];
    this.#all[from] = undefined;
    return ERRNO.SUCCESS;
  }
}
isolated(Descriptors);

module.exports = { Descriptors, rightsOf };
