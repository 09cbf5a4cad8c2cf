'use strict';

// The calls of fs that change nothing and wait for nobody, made by internal/system_calls: each works on the slot that begins at
// `at` (internal/slots), and returns the result or undefined where Java has to make the call. FileSlots.java has the same calls.

const { UV_ENOENT } = require('internal/errno');
const { CoreBytes } = require('internal/primordials');
const { addressOf, bufferOf } = require('internal/memory');
const { sizeAt } = require('internal/fs/stats');
const systemCalls = require('internal/system_calls');
const { DATA_AT, DATA_BYTES, PATH_AT, memory, refill } = require('internal/slots');
const layout = require('internal/layout');

const { AT_FDCWD, STATX_ALL, S_IFREG, access: accessAt, readFile: readFileAt, statx } = systemCalls;
const { DESCRIPTOR } = layout.SlotCall;

const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_EMPTY_PATH = 0x1000;
const O_RDONLY = 0;

const READ_HERE = -2; // in place of a descriptor: `large` has the contents
const LARGE_BYTES = 256 * 1024;

// A regular file that is larger than a slot, until the next is read. The memory is made for the first one.
const large = { bytes: undefined, length: 0 };

const status = (at, flags) =>
  statx(AT_FDCWD, memory.address + at + PATH_AT, flags, STATX_ALL, memory.address + at + DATA_AT);

const stat = (at) => (systemCalls.isAvailable() ? status(at, 0) : undefined);
const lstat = (at) => (systemCalls.isAvailable() ? status(at, AT_SYMLINK_NOFOLLOW) : undefined);

function fstat(at, { a: fd }) {
  if (!systemCalls.isAvailable()) return undefined;
  const data = memory.address + at + DATA_AT;
  memory.u8[at + DATA_AT] = 0; // an empty path: the status is the descriptor's
  return statx(fd, data, AT_EMPTY_PATH, STATX_ALL, data);
}

const access = (at, { a: mode }) =>
  (systemCalls.isAvailable() ? accessAt(memory.address + at + PATH_AT, mode) : undefined);

function readLarge(at) {
  if (sizeAt(at + DATA_AT) >= LARGE_BYTES) return undefined;
  large.bytes ??= new CoreBytes(LARGE_BYTES);
  const length = readFileAt(memory.address + at + PATH_AT, addressOf(bufferOf(large.bytes)), LARGE_BYTES);
  if (length === undefined || length < 0 || length === LARGE_BYTES) return undefined;
  large.length = length;
  memory.i32[(at >> 2) + DESCRIPTOR] = READ_HERE;
  return length;
}

// A regular file that fits into the slot, or into memory of its own.
function readFile(at, call) {
  if (call.a !== O_RDONLY || !systemCalls.isAvailable()) return undefined;
  const found = status(at, 0);
  if (found === UV_ENOENT) return found;
  if (found === undefined || found < 0 || systemCalls.typeOfStatus(memory.i32, at + DATA_AT) !== S_IFREG) return undefined;
  if (sizeAt(at + DATA_AT) >= DATA_BYTES) return readLarge(at);
  const length = readFileAt(memory.address + at + PATH_AT, memory.address + at + DATA_AT, DATA_BYTES);
  if (length === undefined || length < 0 || length === DATA_BYTES) {
    refill(call); // the contents may have overwritten the path
    return undefined;
  }
  memory.i32[(at >> 2) + DESCRIPTOR] = -1;
  return length;
}

module.exports = { READ_HERE, access, fstat, large, lstat, readFile, stat };
