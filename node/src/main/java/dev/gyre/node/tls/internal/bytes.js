'use strict';

// Bytes of arguments and results.

const { setBytes } = require('internal/primordials');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');

// A string or a view as a Buffer, over the same memory if it is a view.
function asBuffer(value) {
  if (typeof value === 'string') return Buffer.from(value);
  return byteLengthOf(value) === 0 ? new FastBuffer() :
    new FastBuffer(bufferOf(value), byteOffsetOf(value), byteLengthOf(value));
}

// The rest of a view, over the same memory.
const from = (view, start) => new FastBuffer(bufferOf(view), byteOffsetOf(view) + start, byteLengthOf(view) - start);

function joined(parts) {
  let length = 0;
  for (let i = 0; i < parts.length; i++) length += parts[i].length;
  const all = new FastBuffer(length);
  for (let i = 0, at = 0; i < parts.length; at += parts[i++].length) setBytes(all, parts[i], at);
  return all;
}

module.exports = { asBuffer, from, joined };
