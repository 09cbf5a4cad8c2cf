'use strict';

// Makes fs.Stats objects for entries that are not in the system's file systems.

const { BigInt, BigInt64Array, Float64Array, MathCeil, MathFloor, MathRound } = require('internal/primordials');
const { toStats } = require('internal/fs/stats');
const { S_IFDIR, S_IFLNK, S_IFREG } = require('internal/fs/constants');

const DEVICE = 4085; // marks all virtual files
const BLOCK_BYTES = 4096;
const SECTOR_BYTES = 512;
const FIELDS = 18;

let inodes = 0;
const newInode = () => ++inodes;

// The fields of Stats in their order; `entry` has mode, nlink, uid, gid, ino and four times in milliseconds.
function describe(kind, entry, size, isBig) {
  const fields = new Float64Array(FIELDS);
  fields[0] = DEVICE;
  fields[1] = kind | entry.mode;
  fields[2] = entry.nlink;
  fields[3] = entry.uid;
  fields[4] = entry.gid;
  fields[6] = BLOCK_BYTES;
  fields[7] = entry.ino;
  fields[8] = size;
  fields[9] = MathCeil(size / SECTOR_BYTES);
  putTime(fields, 10, entry.atime);
  putTime(fields, 12, entry.mtime);
  putTime(fields, 14, entry.ctime);
  putTime(fields, 16, entry.birthtime);
  return made(fields, isBig);
}

function putTime(fields, i, ms) {
  const seconds = MathFloor(ms / 1000);
  fields[i] = seconds;
  fields[i + 1] = MathRound((ms - seconds * 1000) * 1e6);
}

function made(fields, isBig) {
  if (!isBig) return toStats(fields);
  const whole = new BigInt64Array(FIELDS);
  for (let i = 0; i < FIELDS; i++) whole[i] = BigInt(fields[i]);
  return toStats(whole);
}

module.exports = {
  fileStatus: (entry, size, isBig) => describe(S_IFREG, entry, size, isBig),
  folderStatus: (entry, isBig) => describe(S_IFDIR, entry, BLOCK_BYTES, isBig),
  linkStatus: (entry, size, isBig) => describe(S_IFLNK, entry, size, isBig),
  // The status that watchFile() reports for a missing file: all zeros.
  noStatus: (isBig) => made(new Float64Array(FIELDS), isBig),
  newInode,
};
