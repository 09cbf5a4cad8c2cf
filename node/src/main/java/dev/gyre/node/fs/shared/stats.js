'use strict';

// fs.Stats, its BigInt variant, and StatFs. Dates and times are computed at their first use.

const {
  ArrayPrototypeMap, ArrayPrototypeSlice, BigInt, BigInt64Array, Date, FunctionPrototypeCall, MathFloor, MathRound, Number,
  ObjectDefineProperty, ObjectEntries, ObjectSetPrototypeOf, ReflectConstruct, Symbol, joinLists,
} = require('internal/primordials');
const { deprecate, setOwnProperty } = require('internal/util');
const { codes: { ERR_NO_TEMPORAL } } = require('internal/errors');
const constants = require('internal/fs/constants');

const { S_IFMT } = constants;
const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'];
const FIRST_TIME = 10; // index of the first time in the array
const kPartialNs = {
  atime: Symbol('partialAtimeNs'),
  mtime: Symbol('partialMtimeNs'),
  ctime: Symbol('partialCtimeNs'),
  birthtime: Symbol('kPartialBirthtimeNs'),
};

function StatsBase(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
}

const KINDS = {
  isDirectory: constants.S_IFDIR,
  isFile: constants.S_IFREG,
  isBlockDevice: constants.S_IFBLK,
  isCharacterDevice: constants.S_IFCHR,
  isSymbolicLink: constants.S_IFLNK,
  isFIFO: constants.S_IFIFO,
  isSocket: constants.S_IFSOCK,
};
for (let j = 0, list = ObjectEntries(KINDS); j < list.length; j++) {
  const { 0: name, 1: kind } = list[j];
  StatsBase.prototype[name] = { [name]() { return this._checkModeProperty(kind); } }[name];
}

function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
               atimeS, atimeNs, mtimeS, mtimeNs, ctimeS, ctimeNs, birthtimeS, birthtimeNs) {
  FunctionPrototypeCall(StatsBase, this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeS * 1e3 + atimeNs / 1e6;
  this.mtimeMs = mtimeS * 1e3 + mtimeNs / 1e6;
  this.ctimeMs = ctimeS * 1e3 + ctimeNs / 1e6;
  this.birthtimeMs = birthtimeS * 1e3 + birthtimeNs / 1e6;
  this[kPartialNs.atime] = atimeNs;
  this[kPartialNs.mtime] = mtimeNs;
  this[kPartialNs.ctime] = ctimeNs;
  this[kPartialNs.birthtime] = birthtimeNs;
}

Stats.prototype._checkModeProperty = function(property) {
  return (this.mode & S_IFMT) === property;
};

function BigIntStats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
                     atimeNs, mtimeNs, ctimeNs, birthtimeNs) {
  FunctionPrototypeCall(StatsBase, this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeNs / 1_000_000n;
  this.mtimeMs = mtimeNs / 1_000_000n;
  this.ctimeMs = ctimeNs / 1_000_000n;
  this.birthtimeMs = birthtimeNs / 1_000_000n;
  this.atimeNs = atimeNs;
  this.mtimeNs = mtimeNs;
  this.ctimeNs = ctimeNs;
  this.birthtimeNs = birthtimeNs;
}

BigIntStats.prototype._checkModeProperty = function(property) {
  return (this.mode & BigInt(S_IFMT)) === BigInt(property);
};

// ---- lazy properties

function lazyField(prototype, name, compute) {
  ObjectDefineProperty(prototype, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return setOwnProperty(this, name, compute(this)); },
    set(value) { setOwnProperty(this, name, value); },
  });
}

function instant(nanoseconds) {
  const Instant = globalThis.Temporal?.Instant;
  if (Instant === undefined) throw new ERR_NO_TEMPORAL();
  return new Instant(nanoseconds);
}

const instantOf = {
  Stats: (stats, time) =>
    instant(BigInt(MathFloor(stats[`${time}Ms`] / 1e3)) * 1_000_000_000n + BigInt(stats[kPartialNs[time]])),
  BigIntStats: (stats, time) => instant(stats[`${time}Ns`]),
};

for (let k = 0, items = [Stats, BigIntStats]; k < items.length; k++) {
  const type = items[k];
  ObjectSetPrototypeOf(type.prototype, StatsBase.prototype);
  ObjectSetPrototypeOf(type, StatsBase);
  // Rounded, because a time in milliseconds as a double may be just below the whole number that it represents.
  for (let position = 0; position < TIMES.length; position++) {
    const time = TIMES[position];
    lazyField(type.prototype, time, (stats) => new Date(MathRound(Number(stats[`${time}Ms`]))));
  }
  for (let i = 0; i < TIMES.length; i++) {
    const time = TIMES[i];
    lazyField(type.prototype, `${time}Instant`, (stats) => instantOf[type.name](stats, time));
  }
}

// ---- from an array: the fields in order, then the four times as seconds and nanoseconds

function toStats(n) {
  if (n === undefined) return undefined;
  if (n instanceof BigInt64Array) return toBigIntStats(n);
  // Written out: spreading a typed array takes longer than the rest of a stat.
  return new Stats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14],
                   n[15], n[16], n[17]);
}

function toBigIntStats(numbers) {
  const times = ArrayPrototypeMap(TIMES, (_, i) =>
    numbers[FIRST_TIME + 2 * i] * 1_000_000_000n + numbers[FIRST_TIME + 2 * i + 1]);
  return ReflectConstruct(BigIntStats, joinLists(ArrayPrototypeSlice(numbers, 0, FIRST_TIME), times));
}

// ---- from the system's struct statx in the memory of a slot; its layout is the same on all architectures

const { memory } = require('internal/slots');

const {
  ACCESSED, BLOCKS, BLOCK_SIZE, BORN, CHANGED, DEVICE_MAJOR, DEVICE_MINOR, HIGH, INODE, LINKS, MODE, MODIFIED, NANOSECONDS,
  OWNER_GID, OWNER_UID, SIZE, SPECIAL_MAJOR, SPECIAL_MINOR, STATUS_BYTES,
} = require('internal/layout').Statx;

const TWO_32 = 2 ** 32;

// Combines a device's two numbers as the C library does.
function device(major, minor) {
  return ((major & 0xfff) * 2 ** 8) + (major >>> 12) * 2 ** 44 + (minor & 0xff) + (minor >>> 8) * 2 ** 20;
}

const longAt = (i32, i) => i32[i + HIGH] * TWO_32 + (i32[i] >>> 0);
const wholeAt = (i32, i) => (i32[i + HIGH] >>> 0) * TWO_32 + (i32[i] >>> 0);
const nanosecondsAt = (i32, i) => i32[i + NANOSECONDS];

function statsAt(at) {
  const { i32 } = memory;
  const i = at >> 2;
  return new Stats(
    device(i32[i + DEVICE_MAJOR], i32[i + DEVICE_MINOR]), i32[i + MODE] & 0xffff, i32[i + LINKS] >>> 0, i32[i + OWNER_UID] >>> 0,
    i32[i + OWNER_GID] >>> 0, device(i32[i + SPECIAL_MAJOR], i32[i + SPECIAL_MINOR]), i32[i + BLOCK_SIZE] >>> 0,
    wholeAt(i32, i + INODE), longAt(i32, i + SIZE), longAt(i32, i + BLOCKS),
    longAt(i32, i + ACCESSED), nanosecondsAt(i32, i + ACCESSED), longAt(i32, i + MODIFIED), nanosecondsAt(i32, i + MODIFIED),
    longAt(i32, i + CHANGED), nanosecondsAt(i32, i + CHANGED), longAt(i32, i + BORN), nanosecondsAt(i32, i + BORN));
}

function bigIntStatsAt(at) {
  const longs = new BigInt64Array(memory.buffer, at, STATUS_BYTES >> 3);
  const { i32 } = memory;
  const i = at >> 2;
  const whole = (n) => BigInt(i32[i + n] >>> 0);
  const long = (n) => longs[n >> 1];
  const time = (n) => long(n) * 1_000_000_000n + BigInt(nanosecondsAt(i32, i + n) >>> 0);
  return new BigIntStats(
    BigInt(device(i32[i + DEVICE_MAJOR], i32[i + DEVICE_MINOR])), BigInt(i32[i + MODE] & 0xffff), whole(LINKS), whole(OWNER_UID),
    whole(OWNER_GID), BigInt(device(i32[i + SPECIAL_MAJOR], i32[i + SPECIAL_MINOR])), whole(BLOCK_SIZE),
    BigInt.asUintN(64, long(INODE)), long(SIZE), long(BLOCKS), time(ACCESSED), time(MODIFIED), time(CHANGED), time(BORN));
}

const isRegularFileAt = (at) => (memory.i32[(at >> 2) + MODE] & S_IFMT) === constants.S_IFREG;
const sizeAt = (at) => longAt(memory.i32, (at >> 2) + SIZE);

class StatFs {
  constructor(type, bsize, frsize, blocks, bfree, bavail, files, ffree) {
    this.type = type;
    this.bsize = bsize;
    this.frsize = frsize;
    this.blocks = blocks;
    this.bfree = bfree;
    this.bavail = bavail;
    this.files = files;
    this.ffree = ffree;
  }
}

module.exports = {
  BigIntStats,
  Stats,
  // The class that users see; calling it is deprecated.
  DeprecatedStats: deprecate(Stats, 'fs.Stats constructor is deprecated.', 'DEP0180'),
  bigIntStatsAt,
  isRegularFileAt,
  sizeAt,
  statsAt,
  toStatFs: (numbers) => ReflectConstruct(StatFs, numbers),
  toStats,
};
