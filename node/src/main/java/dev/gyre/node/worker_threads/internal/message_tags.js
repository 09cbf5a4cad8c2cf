'use strict';

// The bytes of a message: one value, in a form of our own, which is made for speed and never leaves the process.
//
//   message   number of host objects (Int32), offset of their table (Int32), value, host objects, table of their offsets
//   value     a tag, and what the tag says
//
// Numbers of four and eight bytes stand at multiples of their size, so that both sides read them by typed arrays. A count is
// one byte, or 255 and an Int32.
//
// Objects are numbered in the order in which they begin, and REFERENCE names one that has begun before. Host objects, those
// of the runtime's classes, are written behind the value, because what is transferred may be taken only when everything else
// was written. Each has numbers of its own, beginning at 0. A value refers to them by HOST.

const TAG = {
  __proto__: null,
  UNDEFINED: 0,
  NULL: 1,
  TRUE: 2,
  FALSE: 3,
  INT8: 4, // one byte, signed
  INT32: 5,
  DOUBLE: 6,
  LATIN1: 7, // count, one byte for each character
  UTF16: 8, // count, two bytes for each character
  BIGINT: 9, // hexadecimal text, behind a minus sign perhaps
  REFERENCE: 10, // Int32: the object's number
  HOST: 11, // Int32: the host object's number
  OBJECT: 12, // keys and values, END
  ARRAY: 13, // Int32: length; its values; keys and values, END
  SPARSE_ARRAY: 14, // Int32: length; keys and values, END
  HOLE: 15, // an element that an array does not have
  MAP: 16, // keys and values, END
  SET: 17, // values, END
  DATE: 18, // double
  REGEXP: 19, // source, flags: texts
  ERROR: 20, // class, flags of ERROR_PART; message, stack, cause as far as they are there
  TRUE_OBJECT: 21,
  FALSE_OBJECT: 22,
  NUMBER_OBJECT: 23, // double
  STRING_OBJECT: 24, // text
  BIGINT_OBJECT: 25, // as BIGINT
  ARRAY_BUFFER: 26, // double: length; its bytes from a multiple of eight on
  RESIZABLE_ARRAY_BUFFER: 27, // double: length, double: greatest length; its bytes
  VIEW: 28, // index in VIEWS, double: offset, double: length or -1 if it follows the buffer; the buffer
  MOVED_BUFFER: 29, // Int32: attachment; double: length, double: greatest length or -1
  SHARED_BUFFER: 30, // likewise
  WASM_MODULE: 31, // Int32: attachment, Int32: number of its imports; see wasm_modules.js
  LONG_LATIN1: 32, // Int32: attachment, Int32: length; see long_texts.js
  LONG_UTF16: 33, // likewise
  WASM_MEMORY: 34, // Int32: attachment
  END: 255,
};

const ERROR_PART = { __proto__: null, MESSAGE: 1, STACK: 2, CAUSE: 4 };
const ERRORS = ['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

const VIEWS = [
  'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
  'BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array', 'Float64Array',
];

// A count that does not fit into its byte.
const LONG_COUNT = 255;

const HEAD_BYTES = 8;

module.exports = { ERRORS, ERROR_PART, HEAD_BYTES, LONG_COUNT, TAG, VIEWS };
