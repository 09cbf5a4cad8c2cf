'use strict';

// IP addresses between text and bytes, as inet_pton and inet_ntop have them: the texts are such as isIPv4 and isIPv6
// accept, without a zone.

const V4_BYTES = 4;
const V6_BYTES = 16;
const V6_GROUPS = 8;

function parseV4(text, bytes, at) {
  text.split('.').forEach((part, i) => { bytes[at + i] = Number(part); });
}

function parseV6(text, bytes, at) {
  const groupsOf = (half) => (half === '' ? [] : half.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a, b, c, d] = part.split('.').map(Number);
    return [a << 8 | b, c << 8 | d];
  }));
  const [before, after] = text.split('::').map(groupsOf);
  const groups = after === undefined ? before :
    [...before, ...new Array(V6_GROUPS - before.length - after.length).fill(0), ...after];
  groups.forEach((group, i) => {
    bytes[at + 2 * i] = group >> 8;
    bytes[at + 2 * i + 1] = group & 255;
  });
}

const textOfV4 = (bytes, at) => `${bytes[at]}.${bytes[at + 1]}.${bytes[at + 2]}.${bytes[at + 3]}`;

// The longest run of zeroes is left out, and an IPv4 address inside is written as one.
function textOfV6(bytes, at) {
  const groups = Array.from({ length: V6_GROUPS }, (_, i) => bytes[at + 2 * i] << 8 | bytes[at + 2 * i + 1]);
  let gapAt = -1;
  let gapLength = 1;
  for (let i = 0; i < V6_GROUPS; i++) {
    let length = 0;
    while (i + length < V6_GROUPS && groups[i + length] === 0) length++;
    if (length > gapLength) {
      gapAt = i;
      gapLength = length;
    }
  }
  const parts = groups.map((group) => group.toString(16));
  if (gapAt === 0 && (gapLength === 6 || (gapLength === 5 && groups[5] === 0xffff))) {
    parts.splice(6, 2, textOfV4(bytes, at + V6_BYTES - V4_BYTES));
  }
  if (gapAt < 0) return parts.join(':');
  return `${parts.slice(0, gapAt).join(':')}::${parts.slice(gapAt + gapLength).join(':')}`;
}

module.exports = { V4_BYTES, V6_BYTES, parseV4, parseV6, textOfV4, textOfV6 };
