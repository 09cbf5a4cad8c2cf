'use strict';

// Converts arguments of the Web Cryptography API by the rules of Web IDL.

const {
  ArrayBufferIsView, ArrayFrom, ArrayPrototypeIncludes, Boolean, MathTrunc, Number, NumberIsFinite,
  ObjectDefineProperty, SafeSet, String, StringPrototypeSplit, SymbolIterator, TypeError, Uint8Array,
} = require('internal/primordials');
const { isSharedArrayBuffer } = require('util/types');
const { isBytes } = require('internal/crypto/util');
const { USAGES, isCryptoKey } = require('internal/crypto/crypto_key');

const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'];
const FORMATS = new SafeSet(['raw', 'raw-public', 'raw-seed', 'raw-secret', 'raw-private', 'pkcs8', 'spki', 'jwk']);

// All are TypeErrors, whatever the code.
function coded(code, message) {
  const error = new TypeError(message);
  ObjectDefineProperty(error, 'code', { __proto__: null, value: code, enumerable: true, configurable: true, writable: true });
  return error;
}

const typeError = (message) => coded('ERR_INVALID_ARG_TYPE', message);
const valueError = (message) => coded('ERR_INVALID_ARG_VALUE', message);

// The prefix of conversion errors: the called method and the argument.
const place = (method, index) => `Failed to execute '${method}' on 'SubtleCrypto': ${ORDINALS[index]} argument`;

function requireArguments(method, count, required, className = 'SubtleCrypto') {
  if (count >= required) return;
  throw coded('ERR_MISSING_ARGS', `Failed to execute '${method}' on '${className}': ${required} argument${
    required === 1 ? '' : 's'} required, but only ${count} present.`);
}

function string(value, where) {
  if (typeof value === 'symbol') throw typeError(`${where} is a Symbol and cannot be converted to a string.`);
  return `${value}`;
}

function bytes(value, where) {
  if (!isBytes(value)) {
    throw typeError(`${where} is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
  }
  if (isSharedArrayBuffer(value) || (ArrayBufferIsView(value) && isSharedArrayBuffer(value.buffer))) {
    throw typeError(`${where} is a view on a SharedArrayBuffer, which is not allowed.`);
  }
  return value;
}

function uint8Array(value, where) {
  if (!(value instanceof Uint8Array)) throw typeError(`${where} is not an Uint8Array object.`);
  return bytes(value, where);
}

// [EnforceRange]
function integer(max) {
  return (value, where) => {
    if (typeof value === 'bigint' || typeof value === 'symbol') throw typeError(`${where} is not a number.`);
    const number = MathTrunc(Number(value));
    if (!NumberIsFinite(Number(value))) throw typeError(`${where} is not a finite number.`);
    if (number < 0 || number > max) {
      throw coded('ERR_OUT_OF_RANGE', `${where} is outside the expected range of 0 to ${max}.`);
    }
    return number + 0;
  };
}

function usages(value, where) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null ||
      typeof value[SymbolIterator] !== 'function') {
    throw typeError(`${where} cannot be converted to sequence.`);
  }
  return ArrayFrom(value, (item, i) => {
    const usage = string(item, `${where}[${i}]`);
    if (!ArrayPrototypeIncludes(USAGES, usage)) {
      throw valueError(`${where}[${i}] '${usage}' is not a valid enum value of type KeyUsage.`);
    }
    return usage;
  });
}

function format(value, where) {
  const name = string(value, where);
  if (!FORMATS.has(name)) throw valueError(`${where} '${name}' is not a valid enum value of type KeyFormat.`);
  return name;
}

function key(value, where) {
  if (!isCryptoKey(value)) throw typeError(`${where} is not of type CryptoKey.`);
  return value;
}

function algorithm(value, where) {
  return typeof value === 'object' && value !== null || typeof value === 'function' ? value : string(value, where);
}

const JWK_STRINGS = [
  'kty', 'use', 'alg', 'crv', 'x', 'y', 'd', 'n', 'e', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'pub', 'priv',
];

// The context of a member: behind the prefix that names the method.
function inMember(name, where) {
  const { 0: prefix, 1: context } = StringPrototypeSplit(where, ': ');
  return context === undefined ? `${name} in ${where}` : `${prefix}: ${name} in ${context}`;
}

function jwk(value, where) {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' && typeof value !== 'function') {
    throw typeError(`${where} cannot be converted to a dictionary`);
  }
  const result = {};
  for (let i = 0; i < JWK_STRINGS.length; i++) {
    const name = JWK_STRINGS[i];
    if (value[name] !== undefined) result[name] = string(value[name], inMember(name, where));
  }
  if (value.ext !== undefined) result.ext = Boolean(value.ext);
  if (value.key_ops !== undefined) {
    if (typeof value.key_ops?.[SymbolIterator] !== 'function') {
      throw typeError(`${inMember('key_ops', where)} cannot be converted to sequence.`);
    }
    result.key_ops = ArrayFrom(value.key_ops, String);
  }
  if (value.oth !== undefined) result.oth = value.oth;
  return result;
}

// A dictionary's members: [name, convert, is required].
function dictionary(value, name, members) {
  const where = 'Failed to normalize algorithm: passed algorithm';
  if (typeof value !== 'object' && typeof value !== 'function' || value === null) {
    throw typeError(`${where} cannot be converted to a dictionary`);
  }
  const result = { __proto__: null };
  for (let i = 0; i < members.length; i++) {
    const { 0: member, 1: convert, 2: isRequired } = members[i];
    const given = value[member];
    if (given !== undefined) {
      result[member] = convert(given, `Failed to normalize algorithm: ${member} in passed algorithm`);
    } else if (isRequired) {
      throw coded('ERR_MISSING_OPTION', `${where} cannot be converted to '${name}' because '${member}' is required in '${name}'.`);
    }
  }
  return result;
}

module.exports = {
  algorithm, boolean: Boolean, bytes, dictionary, format, integer, jwk, key, place, requireArguments, string, uint8Array,
  usages,
};
