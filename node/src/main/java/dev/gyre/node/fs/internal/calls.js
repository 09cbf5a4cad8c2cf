'use strict';

// The calls of fs that use slots (internal/slots): those that programs make by the thousand. Each function makes a call from
// checked arguments; call_styles.js runs it. FileSlots.java is the Java half.

const { UV_ENOENT, UV_ENOTDIR } = require('internal/errno');
const { ArrayPrototypeFlat, BigInt, Number, Uint8Array } = require('internal/primordials');
const { FastBuffer, allocate } = require('internal/buffer/fast');
const { utf8Slice } = require('internal/buffer/codec');
const {
  addressOf, bufferOf, byteLengthOf, byteOffsetOf, bytesOf, copyOf, isReachable, lend, lendForOutput, partOf, setBytes,
  sizeOf,
} = require('internal/memory');
const { Call, DATA_AT, DATA_BYTES, Operation, memory, overflowOf, setAddress, setLoan } = require('internal/slots');
const { isRegularFileAt, sizeAt, statsAt, bigIntStatsAt } = require('internal/fs/stats');

const { elsewhere } = require('internal/fs/elsewhere');
const direct = require('internal/fs/direct');
const inUse = require('internal/fs/in_use');
const layout = require('internal/layout');

const native = binding('fs');

const { DESCRIPTOR } = layout.SlotCall;
const BIG = 1;
const { RETIRED } = layout.CloseResult;

const operation = (name, syscall, take, more) => new Operation(native[name], ArrayPrototypeFlat([syscall]), take, more);
const asResult = (at, result) => result;
const asStats = (at, result, { d }) => (d === BIG ? bigIntStatsAt(at + DATA_AT) : statsAt(at + DATA_AT));

// ---- status

const statOperation = operation('stat', 'stat', asStats, { absent: [UV_ENOENT, UV_ENOTDIR], direct: direct.stat });
const lstatOperation = operation('lstat', 'lstat', asStats, { absent: [UV_ENOENT], direct: direct.lstat });
const fstatOperation = operation('fstat', 'fstat', asStats, { uses: inUse, direct: direct.fstat });
const fileSizeOperation = operation(
  'fstat', 'fstat', (at) => (isRegularFileAt(at + DATA_AT) ? sizeAt(at + DATA_AT) : 0), { uses: inUse, direct: direct.fstat });

const stat = (path, big) => elsewhere('stat', path, big) ?? new Call(statOperation, path, 0, 0, 0, big ? BIG : 0);
const lstat = (path, big) => elsewhere('lstat', path, big) ?? new Call(lstatOperation, path, 0, 0, 0, big ? BIG : 0);
const fstat = (fd, big) => elsewhere('fstat', fd, big) ?? new Call(fstatOperation, undefined, fd, 0, 0, big ? BIG : 0);

// The size of a regular file, 0 for anything else.
const fileSize = (fd) => elsewhere('fileSize', fd) ?? new Call(fileSizeOperation, undefined, fd, 0, 0, 0);

// ---- names: test, create, remove

const nothing = () => undefined;
const accessOperation = operation('access', 'access', nothing, { direct: direct.access });
const mkdirOperation = operation('mkdir', 'mkdir', nothing);
const rmdirOperation = operation('rmdir', 'rmdir', nothing);
const unlinkOperation = operation('unlink', 'unlink', nothing);

const access = (path, mode) => elsewhere('access', path, mode) ?? new Call(accessOperation, path, mode, 0, 0, 0);
const mkdir = (path, mode) => elsewhere('mkdir', path, mode) ?? new Call(mkdirOperation, path, mode, 0, 0, 0);
const rmdir = (path) => elsewhere('rmdir', path) ?? new Call(rmdirOperation, path, 0, 0, 0, 0);
const unlink = (path) => elsewhere('unlink', path) ?? new Call(unlinkOperation, path, 0, 0, 0, 0);

// ---- descriptors

const openOperation = operation('open', 'open', asResult);
const closeOperation = operation('close', 'close', (at, result, { a }) => inUse.closed(a, result === RETIRED));
const readOperation = operation('read', 'read', takeRead, { uses: inUse });
const writeOperation = operation('write', 'write', asResult, { uses: inUse });

const open = (path, flags, mode) => elsewhere('open', path, flags, mode) ?? new Call(openOperation, path, flags, mode, 0, 0);
const close = (fd) => elsewhere('close', fd) ?? new Call(closeOperation, undefined, fd, inUse.isInUse(fd) ? 1 : 0, 0, 0);

// Small transfers go through the slot and are copied, which is cheaper than obtaining an address. The exception are
// synchronous calls that use the same memory repeatedly.
const MAX_KEPT_BYTES = 1 << 20;
let lastSmall; // the memory of the previous small transfer, if it may be kept alive

function isCopied(view, length, isSync) {
  if (length > DATA_BYTES) return false;
  if (!isSync || length === 0) return true;
  const buffer = bufferOf(view);
  if (buffer === lastSmall) return false;
  lastSmall = sizeOf(buffer) <= MAX_KEPT_BYTES ? buffer : undefined;
  return true;
}

// Makes the call work directly on the user's memory. During a synchronous call nobody can transfer or detach it.
function workOn(call, view, offset, length, isSync, isWritten) {
  const buffer = bufferOf(view);
  if (isSync && isReachable(buffer)) {
    const at = byteOffsetOf(view) + offset;
    setAddress(call, addressOf(buffer) + at, sizeOf(buffer) - at);
    return;
  }
  const loan = isWritten ? lendForOutput(view, offset, length) : lend(view, offset, length);
  setLoan(call, loan);
  setAddress(call, loan.address, loan.length);
}

// (descriptor, length, position, address or 0 for the slot's data, high part of the position, bytes available at the
// address)
function read(fd, view, offset, length, position, isSync) {
  const other = elsewhere('read', fd, view, offset, length, position);
  if (other !== undefined) return other;
  const call = new Call(readOperation, undefined, fd, length, -1, 0);
  setPosition(call, position);
  if (isCopied(view, length, isSync)) call.view = partOf(view, offset, length);
  else workOn(call, view, offset, length, isSync, true);
  return call;
}

function setPosition(call, position) {
  if (typeof position === 'bigint') {
    call.e = Number(position & 0xffffffffn); // both halves are exact
    call.c = Number(position - BigInt(call.e));
  } else {
    call.c = position;
  }
}

function takeRead(at, length, { view }) {
  // If the user has transferred the memory meanwhile, nobody can see the bytes.
  if (view !== undefined && length > 0 && length <= byteLengthOf(view)) setBytes(view, dataAt(at, length));
  return length;
}

const dataAt = (at, length) => new Uint8Array(memory.buffer, at + DATA_AT, length);

function write(fd, view, offset, length, position, isSync) {
  const other = elsewhere('write', fd, view, offset, length, position);
  if (other !== undefined) return other;
  const call = new Call(writeOperation, undefined, fd, length, position, 0);
  if (isCopied(view, length, isSync)) call.source = partOf(view, offset, length);
  else workOn(call, view, offset, length, isSync, false);
  return call;
}

// ---- whole files and folders

// A file that is too large for one call, or has no known size, is read in parts.
class OpenFile {
  constructor(fd, size) {
    this.fd = fd;
    this.size = size;
  }
}

const READ_STEPS = ['open', 'fstat', 'read'];
const readFileOperation = operation('readFile', READ_STEPS, takeFile);

function readFile(path, flags, options, asker) {
  const call = new Call(readFileOperation, path, flags, 0, 0, 0);
  call.options = options;
  call.asker = asker;
  return call;
}

function takeFile(at, length) {
  return takeOpenFile(at) ?? new FastBuffer(dataAt(at, length));
}

function takeOpenFile(at) {
  const fd = memory.i32[(at >> 2) + DESCRIPTOR];
  if (fd === -1) return undefined;
  return new OpenFile(fd, isRegularFileAt(at + DATA_AT) ? sizeAt(at + DATA_AT) : 0);
}

// In a synchronous call only errors of open() name the path, and bytes come from the pool of small buffers. UTF-8 text is
// decoded directly from the slot.
const readFileNowOperation = operation('readFile', READ_STEPS, takePooledFile, { stepsWithPath: 1, direct: direct.readFile });
const readTextNowOperation = operation('readFile', READ_STEPS, takeText, { stepsWithPath: 1, direct: direct.readFile });

const readFileNow = (path, flags, isUtf8) =>
  new Call(isUtf8 ? readTextNowOperation : readFileNowOperation, path, flags, 0, 0, 0);

function takePooledFile(at, length) {
  const file = takeOpenFile(at);
  if (file !== undefined) return file;
  const bytes = allocate(length);
  setBytes(bytes, dataAt(at, length));
  return bytes;
}

function takeText(at, length) {
  return takeOpenFile(at) ?? utf8Slice(memory.u8, at + DATA_AT, at + DATA_AT + length);
}

const writeFileOperation = operation('writeFile', ['open', 'write'], nothing, { stepsWithPath: 1 });

// Bytes or UTF-8 text, which have to fit: see fitsWithPath.
function writeFile(path, data, flags, mode) {
  const call = new Call(writeFileOperation, path, flags, mode, 0, 0);
  call.source = typeof data === 'string' ? data : bytesOf(data);
  return call;
}

const MAX_PATH_UNITS = 2048;
const MAX_SOURCE_BYTES = 8192;

const fitsWithPath = (path, data) =>
  (typeof path === 'string' ? path.length : byteLengthOf(path)) <= MAX_PATH_UNITS &&
  (typeof data === 'string' ? 3 * data.length : byteLengthOf(data)) <= MAX_SOURCE_BYTES;

const readdirOperation = operation('readdir', 'scandir', takeRecords);

// The entries of a folder, for records.js.
const readdir = (path) => elsewhere('readdir', path) ?? new Call(readdirOperation, path, 0, 0, 0, 0);

function takeRecords(at, length) {
  return length > DATA_BYTES ? overflowOf(at) : copyOf(dataAt(at, length));
}

module.exports = {
  OpenFile, access, close, fileSize, fitsWithPath, fstat, lstat, mkdir, open, read, readFile, readFileNow, readdir,
  rmdir, stat, unlink, write, writeFile,
};
