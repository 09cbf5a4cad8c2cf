'use strict';

// System calls that pass nothing through Java: those of the module loader, and synchronous ones of fs (internal/fs/direct).
//
// A program that loads a hundred modules asks the file system a thousand questions in its first half second, when Java's half
// of a native call is still interpreted: such a call takes 20 to 60 microseconds then. A function of machine code (capability
// `system-calls`) makes the call instead. JavaScript writes its number and arguments into a piece of memory, the kernel its
// answer, and nothing needs warming up.
//
//   the block      number, six arguments, result: words of 64 bits
//   a status       struct statx
//   a path         with a zero at its end
//   a package      contents of a package.json
//   a source       contents of a module, which Java finds here when it compiles it: see ReadSource
//   code           a file of the compile cache: see internal/direct_compiler, which calls V8's compiler by the same means
//
// The layout is in Layout.java: SystemCall. Code that can write into this memory can make the kernel write anywhere. So it is
// accessed only by index and by captured functions.
//
// Whatever is rare is left to Java, which tells errors too: every function here answers undefined then. That is for strange
// paths, for what is no regular file, whose opening may wait, for calls that a signal has interrupted, and where the capability
// is off or a permission model says what may be read.

const { UV_EINTR, UV_EISDIR } = require('internal/errno');
const { CoreBytes, CoreInts, StringPrototypeIncludes } = require('internal/primordials');
const { utf8Slice, utf8Write } = require('internal/buffer/codec');
const layout = require('internal/layout');

const native = binding('bridge');

const {
  ADDRESS, ADDRESS_HIGH, ARGUMENTS, ARGUMENTS_HIGH, HASH, NUMBER, NUMBER_HIGH, PACKAGE_AT, PACKAGE_BYTES, PATH_AT, READ_FILE,
  RESULT, RESULT_HIGH, SOURCE_AT, SOURCE_BYTES, SOURCE_LENGTH, STATUS_AT,
} = layout.SystemCall;
const { MODE } = layout.Statx;

const PATH_BYTES = PACKAGE_AT - PATH_AT - 1;
const MAX_PATH_UNITS = (PATH_BYTES - PATH_BYTES % 3) / 3;

// The kernel's, on x86-64.
const SYS_ACCESS = 21;
const SYS_MADVISE = 28;
const SYS_STATX = 332;
const MADV_DONTNEED = 4;
const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const STATX_TYPE = 1;
const STATX_ALL = 0xfff; // of the basic fields, and the time of birth

const S_IFMT = 0o170000;
const S_IFDIR = 0o040000;
const S_IFREG = 0o100000;
const S_IFLNK = 0o120000;

const memory = { __proto__: null, address: 0, bytes: undefined, ints: undefined };
let { address, bytes, ints } = memory;
let make; // the function of machine code
let compile; // the one of internal/direct_compiler
let isOpen = false;

function open() {
  const opened = native.openSystemCalls();
  if (opened !== null && opened !== undefined) {
    const { 0: buffer, 1: call, 2: compileCall } = opened;
    bytes = new CoreBytes(buffer);
    ints = new CoreInts(buffer);
    address = (ints[ADDRESS_HIGH] * WORD) + (ints[ADDRESS] >>> 0);
    memory.address = address;
    memory.bytes = bytes;
    memory.ints = ints;
    make = call;
    compile = compileCall;
  }
  isOpen = true;
  if (make !== undefined && typeAt('/') !== S_IFDIR) make = undefined; // a sandbox may not let all system calls through
}

// Undefined where Java has to compile.
const compileCall = () => (isAvailable() ? compile : undefined);


function isAvailable() {
  if (!isOpen) open();
  return make !== undefined;
}

// ---- the calls. Addresses are numbers; `isAvailable` has to be asked first.

const WORD = 2 ** 32;

function setArgument(number, value) {
  ints[ARGUMENTS + 2 * number] = value; // its low half
  ints[ARGUMENTS_HIGH + 2 * number] = value < 0 ? -1 : value / WORD;
}

// A negative errno, or the result, which has to fit into 32 bits. Undefined where a signal has interrupted the call.
function perform(number) {
  ints[NUMBER] = number;
  ints[NUMBER_HIGH] = number < 0 ? -1 : 0;
  make();
  const result = ints[RESULT];
  return result === UV_EINTR ? undefined : result;
}

function statx(fd, path, flags, mask, status) {
  setArgument(0, fd);
  setArgument(1, path);
  setArgument(2, flags);
  setArgument(3, mask);
  setArgument(4, status);
  return perform(SYS_STATX);
}

function access(path, mode) {
  setArgument(0, path);
  setArgument(1, mode);
  return perform(SYS_ACCESS);
}

// Answers how much it has read; if it is as much as there is room for, that may not be all.
function readFile(path, memory, room) {
  setArgument(0, path);
  setArgument(1, memory);
  setArgument(2, room);
  return perform(READ_FILE);
}

// The two halves of a number made of so many bytes, which zeros make whole words of: see SystemCalls.hash. To be taken before
// the next call.
function hash(at, length, seed) {
  for (let i = length; i % WORD_BYTES !== 0; i++) bytes[at + i] = 0;
  setArgument(0, address + at);
  setArgument(1, (length + WORD_BYTES - 1 - (length - 1 & WORD_BYTES - 1)) / WORD_BYTES);
  setArgument(2, seed);
  perform(HASH);
}

const WORD_BYTES = 8;
const hashLow = () => ints[RESULT];
const hashHigh = () => ints[RESULT_HIGH];

// Gives memory back to the system where it is much. It begins with a page; what is read of it later is zeros.
function giveBack(at, length) {
  if (length < MUCH) return;
  setArgument(0, address + at);
  setArgument(1, length);
  setArgument(2, MADV_DONTNEED);
  perform(SYS_MADVISE);
}

const MUCH = 1 << 20;

// S_IFREG and its like.
const typeOfStatus = (words, at) => words[(at >> 2) + MODE] & S_IFMT;

// ---- files by their names

// Returns its length in bytes, or -1.
function putPath(path) {
  if (path.length > MAX_PATH_UNITS || StringPrototypeIncludes(path, '\0')) return -1;
  const length = utf8Write(bytes, path, PATH_AT, PATH_BYTES);
  bytes[PATH_AT + length] = 0;
  return length;
}

// The type of what a path leads to, or of a link itself, or a negative errno.
function typeAt(path, isOfLink = false) {
  if (!isAvailable() || putPath(path) < 0) return undefined;
  const result = statx(AT_FDCWD, address + PATH_AT, isOfLink ? AT_SYMLINK_NOFOLLOW : 0, STATX_TYPE, address + STATUS_AT);
  return result === 0 ? typeOfStatus(ints, STATUS_AT) : result;
}

// Reads a regular file to this place; returns its length, or a negative errno where there is none.
function readTo(path, at, room) {
  const type = typeAt(path);
  if (type === undefined || type < 0) return type;
  if (type === S_IFDIR) return UV_EISDIR;
  if (type !== S_IFREG) return undefined;
  const length = readFile(address + PATH_AT, address + at, room);
  return length === undefined || length < 0 || length === room ? undefined : length;
}

// The text of a package.json, or a negative errno where there is none.
function readPackage(path) {
  const length = readTo(path, PACKAGE_AT, PACKAGE_BYTES);
  return length === undefined || length < 0 ? length : utf8Slice(bytes, PACKAGE_AT, PACKAGE_AT + length);
}

// Reads a module, and returns whether that went well: `sourceText` is its text then. Java can compile it until the next is read.
function readSource(path) {
  if (!isAvailable()) return false;
  giveBack(SOURCE_AT, sourceLength);
  sourceLength = 0;
  ints[SOURCE_LENGTH] = -1;
  const length = readTo(path, SOURCE_AT, SOURCE_BYTES);
  if (length === undefined || length < 0) return false;
  ints[SOURCE_LENGTH] = length;
  sourceLength = length;
  return true;
}

let sourceLength = 0;
const lengthOfSource = () => sourceLength;
const sourceText = () => utf8Slice(bytes, SOURCE_AT, SOURCE_AT + sourceLength);

module.exports = {
  AT_FDCWD, STATX_ALL, S_IFDIR, S_IFLNK, S_IFREG, access, compileCall, giveBack, hash, hashHigh, hashLow, isAvailable, lengthOfSource, memory,
  putPath, readFile, readPackage, readSource, sourceText, statx, typeAt, typeOfStatus,
};
