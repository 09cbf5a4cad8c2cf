'use strict';

// A file's status while JavaScript waits: Java writes the numbers to memory that both see. The same memory every time, so
// what is read here must be taken out before the next call.

const native = binding('fs');

const FIELDS = 18;
let numbers; // made on first use: Java needs the memory of this process, not of the snapshot
let bigNumbers;

function share() {
  numbers = new Float64Array(FIELDS);
  bigNumbers = new BigInt64Array(numbers.buffer);
  native.shareStatus(numbers);
}

function now(fn) {
  return (file, big, throwIfNoEntry) => {
    if (numbers === undefined) share();
    if (!native[fn](file, big, throwIfNoEntry)) return undefined;
    return big ? bigNumbers : numbers;
  };
}

module.exports = { fstatNow: now('fstatNow'), lstatNow: now('lstatNow'), statNow: now('statNow') };
