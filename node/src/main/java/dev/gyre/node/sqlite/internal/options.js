'use strict';

// Options, checked as Node's native code does it: own properties or not, and the words of its errors.

const {
  NumberIsInteger, ObjectHasOwn, StringPrototypeIncludes, StringPrototypeStartsWith, TypeError, indexOfByte,
} = require('internal/primordials');
const { utf8Slice } = require('internal/buffer/codec');
const { byteLengthOf, bytesOf } = require('internal/memory');
const { isUint8Array } = require('util/types');
const { argType, outOfRange, withCode } = require('internal/sqlite/errors');

const MAX_INT = 2 ** 31 - 1;

// SQLite's numbers of the limits are their places.
const LIMITS = ['length', 'sqlLength', 'column', 'exprDepth', 'compoundSelect', 'vdbeOp', 'functionArg', 'attach',
  'likePatternLength', 'variableNumber', 'triggerDepth'];

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
const isInt32 = (value) => typeof value === 'number' && (value | 0) === value;

function checkOptions(options) {
  if (!isObject(options)) throw argType('The "options" argument must be an object.');
  return options;
}

// The value of an option, or the default where it is undefined.
function booleanOf(options, name, otherwise) {
  const value = options[name];
  if (value === undefined) return otherwise;
  if (typeof value !== 'boolean') throw argType(`The "options.${name}" argument must be a boolean.`);
  return value;
}

function integerOf(options, name, otherwise) {
  const value = options[name];
  if (value === undefined) return otherwise;
  if (!isInt32(value)) throw argType(`The "options.${name}" argument must be an integer.`);
  return value;
}

function stringOf(options, name, otherwise) {
  const value = options[name];
  if (value === undefined) return otherwise;
  if (typeof value !== 'string') throw argType(`The "options.${name}" argument must be a string.`);
  return value;
}

function functionOf(options, name) {
  const value = options[name];
  if (value !== undefined && typeof value !== 'function') {
    throw argType(`The "options.${name}" argument must be a function.`);
  }
  return value;
}

const ownOf = (options, name, read, otherwise) => (ObjectHasOwn(options, name) ? read(options, name, otherwise) : otherwise);

function limitsOf(options) {
  const { limits } = options;
  if (limits === undefined) return null;
  if (!isObject(limits)) throw argType('The "options.limits" argument must be an object.');
  const values = [];
  for (let i = 0; i < LIMITS.length; i++) {
    const value = limits[LIMITS[i]];
    if (value === undefined) continue;
    if (!isInt32(value)) throw argType(`The "options.limits.${LIMITS[i]}" argument must be an integer.`);
    if (value < 0) throw outOfRange(`The "options.limits.${LIMITS[i]}" argument must be non-negative.`);
    values[values.length] = { which: i, value };
  }
  return values;
}

// What a limit is set to at run time.
function limitValue(value) {
  if (value === Infinity) return MAX_INT;
  if (typeof value !== 'number' || !NumberIsInteger(value) || !isInt32(value)) {
    throw argType('Limit value must be a non-negative integer or Infinity.');
  }
  if (value < 0) throw outOfRange('Limit value must be non-negative.');
  return value;
}

function databasePath(path, name) {
  if (typeof path === 'string') {
    if (!StringPrototypeIncludes(path, '\0')) return path;
  } else if (isUint8Array(path)) {
    const bytes = bytesOf(path);
    if (indexOfByte(bytes, 0) === -1) return utf8Slice(bytes, 0, byteLengthOf(bytes));
  } else if (isObject(path)) {
    const { href } = path;
    if (typeof href === 'string' && !StringPrototypeIncludes(href, '\0')) {
      if (!StringPrototypeStartsWith(href, 'file:')) {
        throw withCode(new TypeError('The URL must be of scheme file:'), 'ERR_INVALID_URL_SCHEME');
      }
      return href;
    }
  }
  throw argType(`The "${name}" argument must be a string, Uint8Array, or URL without null bytes.`);
}

module.exports = {
  LIMITS, booleanOf, checkOptions, databasePath, functionOf, integerOf, isInt32, isObject, limitValue, limitsOf, ownOf,
  stringOf,
};
