'use strict';

// V8's serialization format, version 15, as used by v8.serialize() and caches in files. Our V8 implements it too, but Javet
// gives no access to it; so `serializer` writes and `deserializer` reads it in JavaScript.
//
//   ff 0f              the version
//   o                  an object: key, value, key, value, ...
//     " 03 a b c         a string of three one-byte characters
//     I 02               the number 1, zigzag
//   { 01               its end: it had one property
//
// Numbers are varints, seven bits per byte, lowest first. Every object is numbered at its first appearance, from 0; later ^
// and that number refer to it.

const { ArrayPrototypeFind, ObjectKeys, StringPrototypeCharCodeAt } = require('internal/primordials');

const VERSION = 15;

const code = (character) => StringPrototypeCharCodeAt(character, 0);

const TAG = {
  VERSION: 0xff, PADDING: 0, HOLE: code('-'), UNDEFINED: code('_'), NULL: code('0'), TRUE: code('T'), FALSE: code('F'),
  INT32: code('I'), UINT32: code('U'), DOUBLE: code('N'), BIGINT: code('Z'),
  ONE_BYTE_STRING: code('"'), TWO_BYTE_STRING: code('c'), UTF8_STRING: code('S'),
  REFERENCE: code('^'), OBJECT: code('o'), END_OBJECT: code('{'), HOST_OBJECT: code('\\'),
  DENSE_ARRAY: code('A'), END_DENSE_ARRAY: code('$'), SPARSE_ARRAY: code('a'), END_SPARSE_ARRAY: code('@'),
  DATE: code('D'), TRUE_OBJECT: code('y'), FALSE_OBJECT: code('x'), NUMBER_OBJECT: code('n'), BIGINT_OBJECT: code('z'),
  STRING_OBJECT: code('s'), REGEXP: code('R'), MAP: code(';'), END_MAP: code(':'), SET: code("'"), END_SET: code(','),
  ARRAY_BUFFER: code('B'), RESIZABLE_ARRAY_BUFFER: code('~'), TRANSFERRED: code('t'), SHARED: code('u'), VIEW: code('V'),
  ERROR: code('r'),
};

const ERROR_PART = { MESSAGE: code('m'), CAUSE: code('c'), STACK: code('s'), END: code('.') };
const ERROR_CODE = {
  __proto__: null, EvalError: code('E'), RangeError: code('R'), ReferenceError: code('F'), SyntaxError: code('S'),
  TypeError: code('T'), URIError: code('U'),
};

const VIEW_CODE = {
  __proto__: null, Int8Array: code('b'), Uint8Array: code('B'), Uint8ClampedArray: code('C'), Int16Array: code('w'),
  Uint16Array: code('W'), Int32Array: code('d'), Uint32Array: code('D'), Float16Array: code('h'),
  Float32Array: code('f'), Float64Array: code('F'), BigInt64Array: code('q'), BigUint64Array: code('Q'),
  DataView: code('?'),
};
const VIEW_TRACKS_LENGTH = 1;
const VIEW_OF_RESIZABLE = 2;

// The flags of a regular expression, from the lowest bit.
const REGEXP_FLAGS = ['g', 'i', 'm', 'y', 'u', 's', '', 'd', 'v'];

// Node's representation of a view, as a "host object": the number of its class, its length, its bytes.
const HOST_VIEWS = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
  'Uint32Array', 'Float32Array', 'Float64Array', 'DataView', 'Buffer', 'BigInt64Array', 'BigUint64Array', 'Float16Array'];

const keyOf = (table, value) => ArrayPrototypeFind(ObjectKeys(table), (key) => table[key] === value);

module.exports = {
  VERSION, TAG, ERROR_PART, ERROR_CODE, VIEW_CODE, VIEW_TRACKS_LENGTH, VIEW_OF_RESIZABLE, REGEXP_FLAGS, HOST_VIEWS, keyOf,
};
