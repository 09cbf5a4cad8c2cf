'use strict';

// The table of values that native add-ons refer to, and the calls between them and JavaScript.
//
// A napi_value is an index of `values`: values never leave JavaScript. Beside it are two arrays that Java sees too, with the
// kind of each value and, for numbers and booleans, the value itself. A number is in no other place: Java makes and reads it
// without entering JavaScript. Handles are a stack: TOP is the next free one, and a scope is the TOP that it began with.
//
//   JavaScript calls native   `callback` pushes this, new.target and the arguments, and calls `callNative`, which Java answers
//   native calls JavaScript   Java writes function and arguments to the block and enters `carryOut`
//
// Both nest, to any depth. So an operation reads all of its arguments from the block before it runs code of the program, and
// writes its results when that has returned. Exceptions don't cross: `carryOut` keeps one as the pending exception, and
// `callback` throws it when the native function has returned.

const {
  ArrayBuffer, BigInt64Array, CoreBytes, CoreDoubles, CoreInts, Object: ToObject, RangeError, StringPrototypeSplit, emptyList, setBytes,
} = require('internal/primordials');
const { AddonMemory } = require('internal/layout');
const { keepMemory } = require('internal/memory');
const codec = require('internal/buffer/codec');

const native = binding('napi');

const {
  ARGS_AT, ARGUMENTS, BASE, BLOCK_BYTES, CALLBACK, CALLEE, COPY_HANDLE, ENCODE, END_ALL, ENVIRONMENT, FALSE, FIRST_FREE,
  FUNCTION, GLOBAL,
  GROW_ARENA, GROW_TABLE, IS_BIGINT, IS_BOOLEAN, IS_CALLBACK, IS_FUNCTION, IS_NULL, IS_NUMBER, IS_OBJECT, IS_STRING,
  IS_SYMBOL, IS_UNDEFINED, NULL, OVERFLOW, PENDING, RESULT, RESULTS_AT, STATUS, TOP, TRUE, UNDEFINED, WANTED,
  WITH_EXACT_WORD, WORDS_AT,
} = AddonMemory;

const STATUS_OK = 0;
const STATUS_STRING_EXPECTED = 3;
const STATUS_GENERIC_FAILURE = 9;
const STATUS_PENDING_EXCEPTION = 10;

const FIRST_SIZE = 4096;
const FIRST_ARENA_BYTES = 64 * 1024;

// Set by `open`.
const memory = {
  __proto__: null,
  i32: undefined, f64: undefined, i64: undefined, // the block
  bytes: undefined, ints: undefined, doubles: undefined, longs: undefined, // the arena
};
let i32;
let f64;
let values;
let kinds;
let numbers;
let size = 0;
let peak = 0; // handles from here on hold no value
let exception;
let callNative;

const operations = []; // by the number of the function
const environments = []; // by their number

// ---- memory

function open(byName) {
  const block = new ArrayBuffer(BLOCK_BYTES);
  keepMemory(block);
  i32 = memory.i32 = new CoreInts(block);
  f64 = memory.f64 = new CoreDoubles(block);
  memory.i64 = new BigInt64Array(block);
  callNative = native.open(carryOut, block);
  growTable(FIRST_SIZE);
  growArena(FIRST_ARENA_BYTES);
  const names = StringPrototypeSplit(native.functions(), ' ');
  for (let i = 0; i < names.length; i++) operations[i] = byName[names[i]];
  put(UNDEFINED, undefined);
  put(NULL, null);
  put(FALSE, false);
  put(TRUE, true);
  put(GLOBAL, globalThis);
  i32[TOP] = peak = FIRST_FREE;
}

function growTable(newSize) {
  const buffer = new ArrayBuffer(newSize * 9); // a double and a byte for each
  keepMemory(buffer);
  const newNumbers = new CoreDoubles(buffer, 0, newSize);
  const newKinds = new CoreBytes(buffer, newSize * 8, newSize);
  const newValues = emptyList(newSize); // with elements of its own: no setter of Array.prototype is called
  if (size > 0) {
    setBytes(newNumbers, numbers);
    setBytes(newKinds, kinds);
    for (let i = 0; i < peak; i++) newValues[i] = values[i];
  }
  native.table(buffer, newSize);
  values = newValues;
  numbers = newNumbers;
  kinds = newKinds;
  size = newSize;
}

// What is in the arena stays.
function growArena(bytes) {
  let newBytes = FIRST_ARENA_BYTES;
  while (newBytes < bytes) newBytes *= 2;
  const buffer = new ArrayBuffer(newBytes);
  keepMemory(buffer);
  const old = memory.bytes;
  memory.bytes = new CoreBytes(buffer);
  memory.ints = new CoreInts(buffer);
  memory.doubles = new CoreDoubles(buffer);
  memory.longs = new BigInt64Array(buffer);
  if (old !== undefined) setBytes(memory.bytes, old);
  native.arena(buffer);
}

// ---- handles

function put(handle, value) {
  let kind = IS_OBJECT;
  switch (typeof value) {
    case 'number':
      numbers[handle] = value;
      kinds[handle] = IS_NUMBER;
      return;
    case 'boolean':
      numbers[handle] = value ? 1 : 0;
      kind = IS_BOOLEAN;
      break;
    case 'string': kind = IS_STRING; break;
    case 'undefined': kind = IS_UNDEFINED; break;
    case 'function': kind = IS_FUNCTION; break;
    case 'symbol': kind = IS_SYMBOL; break;
    case 'bigint': kind = IS_BIGINT; break;
    default: if (value === null) kind = IS_NULL;
  }
  kinds[handle] = kind;
  values[handle] = value;
  if (handle >= peak) peak = handle + 1;
}

// A new handle.
function handleOf(value) {
  if (value === undefined) return UNDEFINED;
  const handle = i32[TOP];
  if (handle >= size) growTable(size * 2);
  put(handle, value);
  i32[TOP] = handle + 1;
  return handle;
}

const valueOf = (handle) => (kinds[handle] === IS_NUMBER ? numbers[handle] : values[handle]);

// Ends a scope: its values can be collected.
function leave(top) {
  i32[TOP] = top;
  for (let i = top; i < peak; i++) values[i] = undefined;
  peak = top;
}

// ---- native calls JavaScript

// The status is OK unless the operation returns another one.
function carryOut() {
  const number = i32[FUNCTION];
  let status;
  try {
    status = number >= 0 ? operations[number](environments[i32[ENVIRONMENT]]) : ownOperation(number);
  } catch (error) {
    setException(error);
    status = STATUS_PENDING_EXCEPTION;
  }
  i32[STATUS] = status ?? STATUS_OK;
}

function ownOperation(number) {
  switch (number) {
    case GROW_ARENA: return growArena(f64[ARGS_AT]);
    case GROW_TABLE: return growTable(size * 2);
    case ENCODE: return encode(given(0), argument(1));
    case COPY_HANDLE: return put(argument(1), given(0));
    case END_ALL: return atEnd.run();
    default: return STATUS_GENERIC_FAILURE;
  }
}

// What ends the environments: set by addons.js.
const atEnd = { __proto__: null, run: undefined };

function setException(error) {
  exception = error;
  i32[PENDING] = 1;
}

function takeException() {
  const error = i32[PENDING] === OVERFLOW ? new RangeError('Maximum call stack size exceeded') : exception;
  exception = undefined;
  i32[PENDING] = 0;
  return error;
}

// An argument and a result of the operation that is carried out.
const isWanted = (i) => (i32[WANTED] >> i & 1) !== 0;
const argument = (i) => f64[ARGS_AT + i];
const setWord = (i, value) => { f64[WORDS_AT + i] = value; };
const given = (i) => valueOf(f64[ARGS_AT + i]);
const result = (i, number) => { f64[RESULTS_AT + i] = number; };
const returns = (value) => { f64[RESULTS_AT] = handleOf(value); };

// ---- strings

const LATIN1 = 0, UTF8 = 1; // of AddonMemory.ENCODE; 2 is UTF-16

function encode(text, encoding) {
  if (typeof text !== 'string') return STATUS_STRING_EXPECTED;
  const { length } = text;
  const most = (encoding === LATIN1 ? length : encoding === UTF8 ? length * 3 : length * 2) + 8;
  if (most > memory.bytes.length) {
    // Long texts are measured: three bytes for a character are seldom needed.
    const needed = encoding === UTF8 ? codec.utf8ByteLength(text) + 8 : most;
    if (needed > memory.bytes.length) growArena(needed);
  }
  const { bytes } = memory;
  if (encoding === LATIN1) {
    if (length > 0) codec.latin1Write(bytes, text, 0, length);
    f64[RESULTS_AT] = length;
  } else if (encoding === UTF8) {
    f64[RESULTS_AT] = length > 0 ? codec.utf8Write(bytes, text, 0, bytes.length - 8) : 0;
  } else {
    if (length > 0) codec.ucs2Write(bytes, text, 0, length * 2);
    f64[RESULTS_AT] = length;
  }
}

// The text of an argument: offset and length in bytes of what is in the arena.
function textAt(at, length) {
  return length === 0 ? '' : codec.utf8Slice(memory.bytes, at, at + length);
}
const text = (i) => textAt(argument(i), argument(i + 1));

// A list of values: offset and count.
function list(i) {
  const count = argument(i + 1);
  const items = emptyList(count);
  const from = f64[ARGS_AT + i] >> 2;
  for (let k = 0; k < count; k++) items[k] = valueOf(memory.ints[from + 2 * k]);
  return items;
}

// ---- JavaScript calls native

// Calls a napi_callback.
function callback(environment, callee, data, self, target, args) {
  const base = i32[TOP];
  const count = args.length;
  const top = base + 2 + count;
  while (top >= size) growTable(size * 2);
  put(base, self ?? globalThis);
  put(base + 1, target);
  for (let i = 0; i < count; i++) put(base + 2 + i, args[i]);
  i32[TOP] = top;
  i32[IS_CALLBACK] = CALLBACK;
  i32[BASE] = base;
  i32[ARGUMENTS] = count;
  f64[CALLEE] = callee;
  f64[WORDS_AT] = environment.address;
  setWord(1, data);
  callNative();
  return afterCall(base);
}

function afterCall(base) {
  const handle = i32[RESULT];
  const value = handle === 0 ? undefined : valueOf(handle);
  leave(base);
  if (i32[PENDING] !== 0) throw takeException();
  return value;
}

// Calls another function of an add-on, with up to four words.
function call(callee, first, second, third = 0, fourth = 0) {
  return callFrom(i32[TOP], 0, callee, first, second, third, fourth);
}

// The same where some words are handles, which were made from `base` on. With `withExactWord` the fourth word is one that
// Java has kept.
function callFrom(base, withExactWord, callee, first, second, third, fourth) {
  i32[IS_CALLBACK] = withExactWord;
  f64[CALLEE] = callee;
  f64[WORDS_AT] = first;
  setWord(1, second);
  setWord(2, third);
  setWord(3, fourth);
  callNative();
  return afterCall(base);
}

// A function of JavaScript that calls a napi_callback. Like those of V8's templates it can be called with new, and is not
// strict: it has an object as its receiver.
function makeFunction(environment, callee, data) {
  return function(...args) {
    return callback(environment, callee, data, receiverOf(this), new.target, args);
  };
}

const receiverOf = (self) => (typeof self === 'object' || typeof self === 'function' ? self ?? globalThis :
  self === undefined ? globalThis : ToObject(self));

const currentTop = () => i32[TOP];

module.exports = {
  WITH_EXACT_WORD, argument, atEnd, call, callFrom, callback, currentTop, environments, given, handleOf, isWanted, leave, list,
  makeFunction, memory, native, open, receiverOf, result, returns, setException, takeException, text, textAt, valueOf,
};
