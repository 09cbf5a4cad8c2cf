'use strict';

// Memory that moves to another isolate, or is shared with it: the JavaScript half of BackingStore.java.
//
//   sender     moveOut(buffer)       the program's ArrayBuffer is detached; the result is passed to Java (takeOut)
//              dropMoved(moved)      after the native call
//   receiver   placeholder(…)        is passed to Java, which gives it the memory (putInto); then the program gets it
//
// The program's buffer itself is never touched: a script that is terminated between two of these steps leaves each object
// whole. A SharedArrayBuffer is passed to Java as it is (share), if BackingStore.canShare says so.

const primordials = require('internal/primordials');
const { ArrayBuffer, arrayBufferMaxByteLength, arrayBufferResizable } = primordials;
const { dropMoved, transferAway } = require('internal/memory');
const { rawMemory } = require('internal/v8internals/raw_memory');

const FIXED = -1;

// What Java has to know besides: the maxByteLength of a resizable ArrayBuffer, otherwise -1.
const maxBytesOf = (buffer) => (arrayBufferResizable(buffer) ? arrayBufferMaxByteLength(buffer) : FIXED);

// An ArrayBuffer or SharedArrayBuffer with these lengths for memory that has arrived. Its contents are undefined.
function placeholder(byteLength, maxByteLength, isShared) {
  const Buffer = isShared ? primordials.SharedArrayBuffer : ArrayBuffer;
  if (maxByteLength !== FIXED) return new Buffer(byteLength, { __proto__: null, maxByteLength });
  return isShared ? new Buffer(byteLength) : rawMemory(byteLength);
}

module.exports = { dropMoved, maxBytesOf, moveOut: transferAway, placeholder };
