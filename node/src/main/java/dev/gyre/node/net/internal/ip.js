'use strict';

// Which texts are IP addresses, as inet_pton reads them; an IPv6 address may name a zone ("fe80::1%eth0").

const ZERO = 48;
const DOT = 46;
const MAX_V4_LENGTH = 15;

// Four numbers up to 255 without leading zeroes. Every datagram sent to an address asks this: no garbage.
function isIPv4(value) {
  const text = typeof value === 'string' ? value : `${value}`;
  const { length } = text;
  if (length > MAX_V4_LENGTH) return false;
  let dots = 0;
  let digits = 0;
  let number = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
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

// How many 16-bit groups the text has; NaN where one of them is none.
function countGroups(text, mayEndInIPv4) {
  if (text === '') return 0;
  const parts = text.split(':');
  let count = parts.length;
  const last = parts.at(-1);
  if (mayEndInIPv4 && last.includes('.')) {
    if (!isIPv4(last)) return NaN;
    parts.pop();
    count++;
  }
  return parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part)) ? count : NaN;
}

function isIPv6(value) {
  const match = /^([^%]*)(?:%[0-9a-zA-Z\-.:]+)?$/.exec(`${value}`);
  if (match === null) return false;
  const halves = match[1].split('::');
  if (halves.length > 2) return false;
  if (halves.length === 1) return countGroups(halves[0], true) === GROUPS;
  const [before, after] = halves;
  return countGroups(before, false) + countGroups(after, true) < GROUPS;
}

function isIP(value) {
  if (isIPv4(value)) return 4;
  return isIPv6(value) ? 6 : 0;
}

module.exports = { isIP, isIPv4, isIPv6 };
