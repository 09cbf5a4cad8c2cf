'use strict';

// Node-API: primitive values, strings, symbols, bigints, dates, conversions.

const {
  BigInt, BigIntAsUintN, Boolean, Date, DatePrototypeGetTime, Number, Object: ToObject, RangeError, String, Symbol, SymbolFor,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');
const { AddonMemory: { ARGS_AT, RESULTS_AT } } = require('internal/layout');
const { argument, given, memory, result, returns, text } = require('internal/napi/handles');
const { isExternal, postFinalizer } = require('internal/napi/references');
const Status = require('internal/napi/status');

const TYPES = { __proto__: null, undefined: 0, boolean: 2, number: 3, string: 4, symbol: 5, object: 6, function: 7, bigint: 9 };
const NULL_TYPE = 1;
const EXTERNAL_TYPE = 8;

function typeOf(value) {
  if (value === null) return NULL_TYPE;
  if (typeof value === 'object' && isExternal(value)) return EXTERNAL_TYPE;
  return TYPES[typeof value];
}

const latin1 = () => {
  const at = argument(0);
  const length = argument(1);
  return length === 0 ? '' : codec.latin1Slice(memory.bytes, at, at + length);
};
const utf16 = () => {
  const at = argument(0);
  const length = argument(1);
  return length === 0 ? '' : codec.ucs2Slice(memory.bytes, at, at + length);
};

// The text is a copy. The add-on's is freed later, as if V8 had used it until then.
const external = (read) => (environment) => {
  const value = read();
  const callee = argument(2);
  const hint = argument(3);
  const address = argument(8);
  if (callee !== 0) postFinalizer(environment, callee, address, hint);
  returns(value);
};

// ---- bigints

const WORD_BITS = 64n;
const MOST_WORDS = 2 ** 24;

function bigintOfWords(isNegative, count) {
  if (count > MOST_WORDS) throw new RangeError('Maximum BigInt size exceeded');
  const { longs } = memory;
  let value = 0n;
  for (let i = count - 1; i >= 0; i--) value = (value << WORD_BITS) | BigIntAsUintN(64, longs[i]);
  if (count === MOST_WORDS && value >> (WORD_BITS * BigInt(MOST_WORDS) - 1n) !== 0n) {
    throw new RangeError('Maximum BigInt size exceeded');
  }
  return isNegative ? -value : value;
}

function isDate(value) {
  try {
    DatePrototypeGetTime(value);
    return true;
  } catch {
    return false;
  }
}

const big = (i) => memory.i64[ARGS_AT + i];

function returnsBig(value, converted) {
  memory.i64[RESULTS_AT] = value; // modulo 2^64
  result(1, value === converted ? 1 : 0);
}

module.exports = {
  __proto__: null,
  napi_typeof() { result(0, typeOf(given(0))); },
  napi_create_string_latin1() { returns(latin1()); },
  napi_create_string_utf8() { returns(text(0)); },
  napi_create_string_utf16() { returns(utf16()); },
  node_api_create_property_key_latin1() { returns(latin1()); },
  node_api_create_property_key_utf8() { returns(text(0)); },
  node_api_create_property_key_utf16() { returns(utf16()); },
  node_api_create_external_string_latin1: external(latin1),
  node_api_create_external_string_utf16: external(utf16),

  napi_create_symbol() {
    if (argument(0) === 0) return returns(Symbol());
    const description = given(0);
    if (typeof description !== 'string') return Status.STRING_EXPECTED;
    return returns(Symbol(description));
  },
  node_api_symbol_for() { returns(SymbolFor(text(0))); },

  napi_create_bigint_int64() { returns(big(0)); },
  napi_create_bigint_uint64() { returns(BigIntAsUintN(64, big(0))); },
  napi_create_bigint_words() { returns(bigintOfWords(argument(0) !== 0, argument(1))); },
  napi_get_value_bigint_int64() {
    const value = given(0);
    if (typeof value !== 'bigint') return Status.BIGINT_EXPECTED;
    const low = BigIntAsUintN(64, value);
    return returnsBig(value, low >> 63n === 0n ? low : low - (1n << 64n));
  },
  napi_get_value_bigint_uint64() {
    const value = given(0);
    if (typeof value !== 'bigint') return Status.BIGINT_EXPECTED;
    return returnsBig(value, BigIntAsUintN(64, value));
  },
  napi_get_value_bigint_words() {
    const value = given(0);
    let rest = value < 0n ? -value : value;
    let count = 0;
    const { longs } = memory;
    for (; rest !== 0n; rest >>= WORD_BITS) {
      if (count < longs.length) longs[count] = rest;
      count++;
    }
    result(0, count);
    result(1, value < 0n ? 1 : 0);
  },

  napi_create_date() { returns(new Date(argument(0))); },
  napi_is_date() { result(0, isDate(given(0)) ? 1 : 0); },
  napi_get_date_value() {
    const value = given(0);
    if (!isDate(value)) return Status.DATE_EXPECTED;
    return result(0, DatePrototypeGetTime(value));
  },

  napi_coerce_to_bool() { returns(Boolean(given(0))); },
  napi_coerce_to_number() {
    const value = given(0);
    returns(typeof value === 'bigint' ? +value : Number(value)); // a bigint throws, as in V8's API
  },
  napi_coerce_to_string() {
    const value = given(0);
    returns(typeof value === 'symbol' ? `${value}` : String(value)); // a symbol throws
  },
  napi_coerce_to_object() {
    const value = given(0);
    if (value === undefined || value === null) return Status.OBJECT_EXPECTED;
    return returns(ToObject(value));
  },
};
