'use strict';

// The "cached data" of a script. V8's code cache is not accessible, so the data only identifies its source: it is accepted
// for the same source and rejected for another.

const { MathImul, StringPrototypeCharCodeAt } = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');

const MAGIC = 'gyre';

function digest(code) {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < code.length; i++) {
    const unit = StringPrototypeCharCodeAt(code, i);
    a = MathImul(a ^ unit, 0x01000193);
    b = MathImul(b + unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${MAGIC} ${process.version} ${code.length} ${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}

function produce(code) {
  return require('buffer').Buffer.from(digest(code), 'latin1');
}

function belongs(data, code) {
  const { Buffer } = require('buffer');
  return Buffer.from(bufferOf(data), byteOffsetOf(data), byteLengthOf(data)).equals(produce(code));
}

module.exports = { produce, belongs };
