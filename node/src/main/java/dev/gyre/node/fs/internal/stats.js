'use strict';

// fs.Stats, its BigInt twin, and StatFs. Java answers the numbers in one array, in the order of the fields below; the
// four times follow as seconds and nanoseconds. Dates and instants are made when they are first looked at.

const { deprecate, setOwnProperty } = require('internal/util');
const { codes: { ERR_NO_TEMPORAL } } = require('internal/errors');
const constants = require('internal/fs/constants');

const { S_IFMT } = constants;
const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'];
const FIRST_TIME = 10; // index of the first of them in the array
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
for (const [name, kind] of Object.entries(KINDS)) {
  StatsBase.prototype[name] = { [name]() { return this._checkModeProperty(kind); } }[name];
}

function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
               atimeS, atimeNs, mtimeS, mtimeNs, ctimeS, ctimeNs, birthtimeS, birthtimeNs) {
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
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
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
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

// ---- what is made when looked at

function lazyField(prototype, name, compute) {
  Object.defineProperty(prototype, name, {
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
    instant(BigInt(Math.floor(stats[`${time}Ms`] / 1e3)) * 1_000_000_000n + BigInt(stats[kPartialNs[time]])),
  BigIntStats: (stats, time) => instant(stats[`${time}Ns`]),
};

for (const type of [Stats, BigIntStats]) {
  Object.setPrototypeOf(type.prototype, StatsBase.prototype);
  Object.setPrototypeOf(type, StatsBase);
  // Rounded, since a time in milliseconds as a double may lie just below the whole number that it stands for.
  for (const time of TIMES) {
    lazyField(type.prototype, time, (stats) => new Date(Math.round(Number(stats[`${time}Ms`]))));
  }
  for (const time of TIMES) {
    lazyField(type.prototype, `${time}Instant`, (stats) => instantOf[type.name](stats, time));
  }
}

// ---- from the native array

function toStats(n) {
  if (n === undefined) return undefined;
  if (n instanceof BigInt64Array) return toBigIntStats(n);
  // Spelled out: spreading a typed array takes longer than all the rest of a stat.
  return new Stats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13], n[14],
                   n[15], n[16], n[17]);
}

function toBigIntStats(numbers) {
  const times = TIMES.map((_, i) =>
    numbers[FIRST_TIME + 2 * i] * 1_000_000_000n + numbers[FIRST_TIME + 2 * i + 1]);
  return new BigIntStats(...numbers.subarray(0, FIRST_TIME), ...times);
}

const isKind = (numbers, kind) => (Number(numbers[1]) & S_IFMT) === kind;

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
  // The name users see; calling it themselves is deprecated.
  DeprecatedStats: deprecate(Stats, 'fs.Stats constructor is deprecated.', 'DEP0180'),
  isRegularFile: (numbers) => isKind(numbers, constants.S_IFREG),
  sizeOf: (numbers) => Number(numbers[8]),
  toStatFs: (numbers) => new StatFs(...numbers),
  toStats,
};
