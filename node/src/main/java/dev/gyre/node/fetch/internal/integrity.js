'use strict';

// Subresource integrity: whether bytes have one of the given hashes. Only those of the strongest algorithm count.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, RegExpPrototypeExec, StringPrototypeSplit, StringPrototypeToLowerCase, replacePattern,
} = require('internal/primordials');

const ALGORITHMS = ['sha256', 'sha384', 'sha512']; // weakest first
const ITEM = /^(sha256|sha384|sha512)-([\w+/-]+={0,2})(?:\?.*)?$/i;

const standardBase64 = (text) => replacePattern(/-/g, replacePattern(/_/g, replacePattern(/=+$/, text, ''), '/'), '+');

function matches(bytes, metadata) {
  const items = StringPrototypeSplit(metadata, ' ');
  let strongest = -1;
  let hashes = [];
  for (let i = 0; i < items.length; i++) {
    const match = RegExpPrototypeExec(ITEM, items[i]);
    if (match === null) continue;
    const rank = ArrayPrototypeIndexOf(ALGORITHMS, StringPrototypeToLowerCase(match[1]));
    if (rank < strongest) continue;
    if (rank > strongest) hashes = [];
    strongest = rank;
    ArrayPrototypePush(hashes, standardBase64(match[2]));
  }
  if (strongest < 0) return true;
  const { createHash } = require('crypto');
  const actual = standardBase64(createHash(ALGORITHMS[strongest]).update(bytes).digest('base64'));
  return ArrayPrototypeIndexOf(hashes, actual) >= 0;
}

module.exports = { matches };
