'use strict';

// The host of a URL: a domain, an IPv4 or IPv6 address, or, for other schemes than those of the web, opaque text.
// parseHost() returns the host as it is written in the URL, or null if it is invalid.

const {
  Array, ArrayPrototypeAt, ArrayPrototypeFill, ArrayPrototypeForEach, ArrayPrototypeJoin, ArrayPrototypeMap,
  ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSome, MathFloor, Number, NumberIsNaN,
  NumberPrototypeToString, RegExpPrototypeExec, SafeMap, String, StringPrototypeCharCodeAt, StringPrototypeEndsWith,
  StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, joinLists, parseInt, pushAll,
} = require('internal/primordials');
const { percentDecode, percentEncode, sets } = require('internal/url/encode');

const FORBIDDEN_HOST = /[\0\t\n\r #/:<>?@[\\\]^|]/;
const FORBIDDEN_DOMAIN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;
const PLAIN_DOMAIN = /^[a-z0-9_.-]+$/;
const LAST_IS_NUMBER = /(?:^|\.)(?:\d+|0[xX][0-9a-fA-F]*)\.?$/;

function parseHost(text, special) {
  if (StringPrototypeCharCodeAt(text, 0) === 91 /* [ */) {
    if (!StringPrototypeEndsWith(text, ']')) return null;
    const pieces = parseIPv6(StringPrototypeSlice(text, 1, -1));
    return pieces === null ? null : `[${serializeIPv6(pieces)}]`;
  }
  if (!special) return RegExpPrototypeExec(FORBIDDEN_HOST, text) !== null ? null : percentEncode(text, sets.c0);

  let domain = text;
  if (RegExpPrototypeExec(PLAIN_DOMAIN, text) === null) {
    domain = toASCII(text);
    if (domain === null || domain === '' || RegExpPrototypeExec(FORBIDDEN_DOMAIN, domain) !== null) return null;
  }
  return RegExpPrototypeExec(LAST_IS_NUMBER, domain) !== null ? parseIPv4(domain) : domain;
}

// Programs use the same few names repeatedly, so they are cached.
const NAMES_MOST = 128;
const names = new SafeMap();

function toASCII(text) {
  let domain = names.get(text);
  if (domain !== undefined) return domain;
  domain = require('internal/url/idna').toASCII(percentDecode(text));
  if (names.size >= NAMES_MOST) names.clear();
  names.set(text, domain);
  return domain;
}

// ---- IPv4

// A part in decimal, octal (0...) or hexadecimal (0x...), or NaN.
function parseIPv4Part(part) {
  if (part === '') return NaN;
  if (RegExpPrototypeExec(/^0[xX]/, part) !== null) return RegExpPrototypeExec(/^0[xX][0-9a-fA-F]*$/, part) !== null ? parseInt(`0${StringPrototypeSlice(part, 2)}`, 16) : NaN;
  if (part.length > 1 && part[0] === '0') return RegExpPrototypeExec(/^[0-7]+$/, part) !== null ? parseInt(part, 8) : NaN;
  return RegExpPrototypeExec(/^\d+$/, part) !== null ? parseInt(part, 10) : NaN;
}

function parseIPv4(text) {
  const parts = StringPrototypeSplit(text, '.');
  if (ArrayPrototypeAt(parts, -1) === '' && parts.length > 1) ArrayPrototypePop(parts);
  if (parts.length > 4) return null;
  const numbers = ArrayPrototypeMap(parts, parseIPv4Part);
  if (ArrayPrototypeSome(numbers, NumberIsNaN)) return null;
  const last = ArrayPrototypePop(numbers);
  if (ArrayPrototypeSome(numbers, (n) => n > 255) || last >= 256 ** (4 - numbers.length)) return null;
  let address = last;
  ArrayPrototypeForEach(numbers, (n, i) => { address += n * 256 ** (3 - i); });
  return ArrayPrototypeJoin(ArrayPrototypeMap([24, 16, 8, 0], (shift) => MathFloor(address / 2 ** shift) % 256), '.');
}

// ---- IPv6

function parseIPv4Tail(text) {
  const match = RegExpPrototypeExec(/^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, text);
  if (match === null) return null;
  const bytes = ArrayPrototypeMap(ArrayPrototypeSlice(match, 1), Number);
  if (ArrayPrototypeSome(bytes, (byte, i) => byte > 255 || String(byte) !== match[i + 1])) return null;
  return [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]];
}

function parsePieces(text) {
  if (text === '') return [];
  const pieces = [];
  const parts = StringPrototypeSplit(text, ':');
  for (let i = 0; i < parts.length; i++) {
    if (RegExpPrototypeExec(/^[0-9a-fA-F]{1,4}$/, parts[i]) !== null) {
      ArrayPrototypePush(pieces, parseInt(parts[i], 16));
    } else {
      const tail = i === parts.length - 1 ? parseIPv4Tail(parts[i]) : null;
      if (tail === null) return null;
      pushAll(pieces, tail);
    }
  }
  return pieces;
}

function parseIPv6(text) {
  const gap = StringPrototypeIndexOf(text, '::');
  if (gap === -1) {
    const pieces = parsePieces(text);
    return pieces !== null && pieces.length === 8 ? pieces : null;
  }
  const head = parsePieces(StringPrototypeSlice(text, 0, gap));
  const tail = parsePieces(StringPrototypeSlice(text, gap + 2));
  if (head === null || tail === null || head.length + tail.length > 7) return null;
  // An IPv4 address may end an IPv6 address, but not precede the gap.
  if (StringPrototypeIncludes(StringPrototypeSlice(text, 0, gap), '.')) return null;
  return joinLists(head, ArrayPrototypeFill(new Array(8 - head.length - tail.length), 0), tail);
}

// The first longest run of two or more zeroes becomes '::'.
function serializeIPv6(pieces) {
  let bestStart = -1;
  let bestLength = 1;
  for (let i = 0; i < 8; i++) {
    let length = 0;
    while (i + length < 8 && pieces[i + length] === 0) length++;
    if (length > bestLength) {
      bestStart = i;
      bestLength = length;
    }
    i += length;
  }
  const hex = (list) => ArrayPrototypeJoin(ArrayPrototypeMap(list, (n) => NumberPrototypeToString(n, 16)), ':');
  if (bestStart === -1) return hex(pieces);
  return `${hex(ArrayPrototypeSlice(pieces, 0, bestStart))}::${hex(ArrayPrototypeSlice(pieces, bestStart + bestLength))}`;
}

module.exports = { parseHost };
