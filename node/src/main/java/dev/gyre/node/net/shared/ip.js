'use strict';

// Recognizes IP addresses as inet_pton does; an IPv6 address may have a zone ("fe80::1%eth0").

const {
  ArrayPrototypeAt, ArrayPrototypeEvery, ArrayPrototypePop, RegExpPrototypeExec, StringPrototypeCharCodeAt,
  StringPrototypeIncludes, StringPrototypeSplit,
} = require('internal/primordials');

const ZERO = 48;
const DOT = 46;
const MAX_V4_LENGTH = 15;

// Four numbers up to 255 without leading zeroes. It runs for every datagram, so it allocates nothing.
function isIPv4(value) {
  const text = typeof value === 'string' ? value : `${value}`;
  const { length } = text;
  if (length > MAX_V4_LENGTH) return false;
  let dots = 0;
  let digits = 0;
  let number = 0;
  for (let i = 0; i < length; i++) {
    const code = StringPrototypeCharCodeAt(text, i);
    if (code === DOT) {
      if (digits === 0 || ++dots > 3) return false;
      digits = 0;
      number = 0;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || (digits > 0 && number === 0)) return false;
      number = number * 10 + digit;
      if (number > 255) return false;
      digits++;
    }
  }
  return dots === 3 && digits > 0;
}

const GROUPS = 8;

// The number of 16-bit groups in the text; NaN if one of them is invalid.
function countGroups(text, mayEndInIPv4) {
  if (text === '') return 0;
  const parts = StringPrototypeSplit(text, ':');
  let count = parts.length;
  const last = ArrayPrototypeAt(parts, -1);
  if (mayEndInIPv4 && StringPrototypeIncludes(last, '.')) {
    if (!isIPv4(last)) return NaN;
    ArrayPrototypePop(parts);
    count++;
  }
  return ArrayPrototypeEvery(parts, (part) => RegExpPrototypeExec(/^[0-9a-f]{1,4}$/i, part) !== null) ? count : NaN;
}

function isIPv6(value) {
  const match = RegExpPrototypeExec(/^([^%]*)(?:%[0-9a-zA-Z\-.:]+)?$/, `${value}`);
  if (match === null) return false;
  const halves = StringPrototypeSplit(match[1], '::');
  if (halves.length > 2) return false;
  if (halves.length === 1) return countGroups(halves[0], true) === GROUPS;
  const { 0: before, 1: after } = halves;
  return countGroups(before, false) + countGroups(after, true) < GROUPS;
}

function isIP(value) {
  if (isIPv4(value)) return 4;
  return isIPv6(value) ? 6 : 0;
}

module.exports = { isIP, isIPv4, isIPv6 };
