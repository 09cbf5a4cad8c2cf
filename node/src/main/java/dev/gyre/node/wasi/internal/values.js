'use strict';

// Arguments that several functions have: rights and times.

const { BigInt, BigIntAsUintN, CoreBytes, MathFloor, Number } = require('internal/primordials');
const { ERRNO } = require('internal/wasi/constants');

const native = binding('wasi');

const SET_ACCESSED = 1, ACCESSED_NOW = 2, SET_MODIFIED = 4, MODIFIED_NOW = 8;
const NS_PER_SECOND = 10n ** 9n;
const ACCESSED_AT = 40, MODIFIED_AT = 48, STATUS_BYTES = 64;
const REALTIME = 0;

const KNOWN_RIGHTS = 2n ** 30n - 1n;

// Rights as a number; those that don't exist are one that nobody has.
function toRights(bits) {
  bits = BigIntAsUintN(64, bits);
  return Number(bits & KNOWN_RIGHTS) | (bits > KNOWN_RIGHTS ? 1 << 30 : 0);
}

// Whole seconds, as uvwasi has it.
const seconds = (nanoseconds) => Number(BigIntAsUintN(64, nanoseconds) / NS_PER_SECOND);

function secondsAt(status, at) {
  let value = 0n;
  for (let i = 7; i >= 0; i--) value = value * 256n + BigInt(status[at + i]);
  return seconds(value);
}

// Which times a file gets, or a negative error number.
function timesOf(accessed, modified, flags, statusInto) {
  if (flags > 15 || (flags & 3) === 3 || (flags & 12) === 12) return -ERRNO.EINVAL;
  let status;
  if ((flags & (SET_ACCESSED | ACCESSED_NOW)) === 0 || (flags & (SET_MODIFIED | MODIFIED_NOW)) === 0) {
    status = new CoreBytes(STATUS_BYTES);
    const result = statusInto(status);
    if (result < 0) return result;
  }
  const now = MathFloor(native.now(REALTIME) / 1e9);
  const time = (given, set, setNow, at) =>
    ((flags & setNow) !== 0 ? now : (flags & set) !== 0 ? seconds(given) : secondsAt(status, at));
  return {
    __proto__: null,
    accessed: time(accessed, SET_ACCESSED, ACCESSED_NOW, ACCESSED_AT),
    modified: time(modified, SET_MODIFIED, MODIFIED_NOW, MODIFIED_AT),
  };
}

module.exports = { timesOf, toRights };
