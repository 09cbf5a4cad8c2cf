'use strict';

// Validation of arguments, with Node's messages. Each function throws an error whose stack starts at the caller of the
// check.

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypeMap,
  ArrayPrototypePush, Error, ErrorCaptureStackTrace: captureStackTrace, NumberIsFinite, NumberIsInteger, NumberIsNaN,
  NumberMAX_SAFE_INTEGER, NumberMIN_SAFE_INTEGER, NumberParseInt, ObjectHasOwn, RegExpPrototypeExec, String,
  StringPrototypeIncludes, StringPrototypeToUpperCase, StringPrototypeTrim,
} = require('internal/primordials');
const {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_THIS,
  ERR_OUT_OF_RANGE,
  ERR_SOCKET_BAD_PORT,
  ERR_UNKNOWN_SIGNAL,
} = require('internal/errors').codes;
const { normalizeEncoding } = require('internal/util');
const { isArrayBufferView, isAsyncFunction, isRegExp } = require('util/types');
const { signals } = require('internal/signals');


// Throws on behalf of `check`: its frame and those inside it are removed from the stack.
function raise(check, error) {
  if (Error.stackTraceLimit) captureStackTrace(error, check);
  throw error;
}

const isInt32 = (value) => value === (value | 0);
const isUint32 = (value) => value === (value >>> 0);

// ---- numbers

function checkInteger(check, value, name, min, max) {
  if (typeof value !== 'number') raise(check, new ERR_INVALID_ARG_TYPE(name, 'number', value));
  if (!NumberIsInteger(value)) raise(check, new ERR_OUT_OF_RANGE(name, 'an integer', value));
  if (value < min || value > max) raise(check, new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value));
}

function validateInteger(value, name, min = NumberMIN_SAFE_INTEGER, max = NumberMAX_SAFE_INTEGER) {
  checkInteger(validateInteger, value, name, min, max);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  checkInteger(validateInt32, value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  checkInteger(validateUint32, value, name, positive ? 1 : 0, 4294967295);
}

function validateNumber(value, name, min = undefined, max = undefined) {
  if (typeof value !== 'number') raise(validateNumber, new ERR_INVALID_ARG_TYPE(name, 'number', value));
  if (min == null && max == null) return;
  if (value < min || value > max || NumberIsNaN(value)) {
    const bounds = [];
    if (min != null) ArrayPrototypePush(bounds, `>= ${min}`);
    if (max != null) ArrayPrototypePush(bounds, `<= ${max}`);
    raise(validateNumber, new ERR_OUT_OF_RANGE(name, ArrayPrototypeJoin(bounds, ' && '), value));
  }
}

// False for undefined and NaN, true for finite numbers, throws for all else.
function validateFiniteNumber(value, name) {
  if (value === undefined || NumberIsNaN(value)) return false;
  if (NumberIsFinite(value)) return true;
  if (typeof value !== 'number') raise(validateFiniteNumber, new ERR_INVALID_ARG_TYPE(name, 'number', value));
  return raise(validateFiniteNumber, new ERR_OUT_OF_RANGE(name, 'a finite number', value));
}

function checkRangesOrGetDefault(value, name, lower, upper, defaultValue) {
  if (!validateFiniteNumber(value, name)) return defaultValue;
  if (value < lower || value > upper) {
    raise(checkRangesOrGetDefault, new ERR_OUT_OF_RANGE(name, `>= ${lower} and <= ${upper}`, value));
  }
  return value;
}

// A file mode is a number, or a string of octal digits.
function parseFileMode(value, name, defaultValue) {
  let mode = value ?? defaultValue;
  if (typeof mode === 'string') {
    if (RegExpPrototypeExec(/^[0-7]+$/, mode) === null) {
      throw new ERR_INVALID_ARG_VALUE(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    }
    mode = NumberParseInt(mode, 8);
  }
  checkInteger(parseFileMode, mode, name, 0, 4294967295);
  return mode + 0; // -0 becomes 0
}

function validatePort(port, name = 'Port', allowZero = true) {
  const isText = typeof port === 'string';
  if ((typeof port !== 'number' && !isText) || (isText && StringPrototypeTrim(port) === '') ||
      !isUint32(+port) || port > 0xFFFF || (+port === 0 && !allowZero)) {
    raise(validatePort, new ERR_SOCKET_BAD_PORT(name, port, allowZero));
  }
  return port | 0;
}

// ---- other primitives

function validateString(value, name) {
  if (typeof value !== 'string') raise(validateString, new ERR_INVALID_ARG_TYPE(name, 'string', value));
}

function validateStringWithoutNullBytes(value, name) {
  if (typeof value !== 'string') {
    raise(validateStringWithoutNullBytes, new ERR_INVALID_ARG_TYPE(name, 'string', value));
  }
  if (StringPrototypeIncludes(value, '\0')) {
    raise(validateStringWithoutNullBytes,
          new ERR_INVALID_ARG_VALUE(name, value, 'must be a string without null bytes'));
  }
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') raise(validateBoolean, new ERR_INVALID_ARG_TYPE(name, 'boolean', value));
}

function validateUndefined(value, name) {
  if (value !== undefined) raise(validateUndefined, new ERR_INVALID_ARG_TYPE(name, 'undefined', value));
}

function validateOneOf(value, name, oneOf) {
  if (ArrayPrototypeIncludes(oneOf, value)) return;
  const allowed = ArrayPrototypeJoin(ArrayPrototypeMap(oneOf, (item) => (typeof item === 'string' ? `'${item}'` : String(item))), ', ');
  raise(validateOneOf, new ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${allowed}`));
}

function validateUnion(value, name, union) {
  if (!ArrayPrototypeIncludes(union, value)) {
    raise(validateUnion, new ERR_INVALID_ARG_TYPE(name, `('${ArrayPrototypeJoin(union, '|')}')`, value));
  }
}

function validateSignalName(signal, name = 'signal') {
  if (typeof signal !== 'string') raise(validateSignalName, new ERR_INVALID_ARG_TYPE(name, 'string', signal));
  if (signals[signal] !== undefined) return;
  const isLowerCase = signals[StringPrototypeToUpperCase(signal)] !== undefined;
  raise(validateSignalName,
        new ERR_UNKNOWN_SIGNAL(isLowerCase ? `${signal} (signals must use all capital letters)` : signal));
}

function validateEncoding(data, encoding) {
  if (normalizeEncoding(encoding) === 'hex' && data.length % 2 !== 0) {
    raise(validateEncoding,
          new ERR_INVALID_ARG_VALUE('encoding', encoding, `is invalid for data of length ${data.length}`));
  }
}

// ---- objects

const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1 << 0;
const kValidateObjectAllowArray = 1 << 1;
const kValidateObjectAllowFunction = 1 << 2;
const kValidateObjectAllowObjects = kValidateObjectAllowArray | kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects | kValidateObjectAllowNullable;

function validateObject(value, name, options = kValidateObjectNone) {
  const isAllowed =
    value === null ? (options & kValidateObjectAllowNullable) !== 0 :
    typeof value === 'function' ? (options & kValidateObjectAllowFunction) !== 0 :
    typeof value === 'object' && ((options & kValidateObjectAllowArray) !== 0 || !ArrayIsArray(value));
  if (!isAllowed) raise(validateObject, new ERR_INVALID_ARG_TYPE(name, 'Object', value));
}

// A dictionary of Web IDL: undefined, null or any object.
function validateDictionary(value, name) {
  if (value != null && typeof value !== 'object' && typeof value !== 'function') {
    raise(validateDictionary, new ERR_INVALID_ARG_TYPE(name, 'a dictionary', value));
  }
}

function validateFunction(value, name) {
  if (typeof value !== 'function') raise(validateFunction, new ERR_INVALID_ARG_TYPE(name, 'Function', value));
}

function validatePlainFunction(value, name) {
  if (typeof value !== 'function' || isAsyncFunction(value)) {
    raise(validatePlainFunction, new ERR_INVALID_ARG_TYPE(name, 'Function', value));
  }
}

function validateBuffer(value, name = 'buffer') {
  if (!isArrayBufferView(value)) {
    raise(validateBuffer, new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], value));
  }
}

const isAbortSignal = (value) => typeof value === 'object' && value !== null && 'aborted' in value;

function validateAbortSignal(signal, name) {
  if (signal !== undefined && !isAbortSignal(signal)) {
    raise(validateAbortSignal, new ERR_INVALID_ARG_TYPE(name, 'AbortSignal', signal));
  }
}

function validateThisInternalField(object, field, className) {
  if (typeof object !== 'object' || object === null || !ObjectHasOwn(object, field)) {
    raise(validateThisInternalField, new ERR_INVALID_THIS(className));
  }
}

// ---- arrays

function checkArray(check, value, name) {
  if (!ArrayIsArray(value)) raise(check, new ERR_INVALID_ARG_TYPE(name, 'Array', value));
}

function validateArray(value, name, minLength = 0) {
  checkArray(validateArray, value, name);
  if (value.length < minLength) {
    raise(validateArray, new ERR_INVALID_ARG_VALUE(name, value, `must have a length of at least ${minLength}`));
  }
}

function checkItems(check, value, name, expected, isExpected) {
  checkArray(check, value, name);
  for (let i = 0; i < value.length; i++) {
    if (!isExpected(value[i])) raise(check, new ERR_INVALID_ARG_TYPE(`${name}[${i}]`, expected, value[i]));
  }
}

function validateStringArray(value, name) {
  checkItems(validateStringArray, value, name, 'string', (item) => typeof item === 'string');
}

function validateBooleanArray(value, name) {
  checkItems(validateBooleanArray, value, name, 'boolean', (item) => typeof item === 'boolean');
}

function validateAbortSignalArray(value, name) {
  checkItems(validateAbortSignalArray, value, name, 'AbortSignal', isAbortSignal);
}

// ---- options of single modules that several files check

// <uri-reference> followed by parameters: RFC 8288, section 3.
const linkValue = /^(?:<[^>\r\n]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

// Early hints: one link, or a list of them, as one header value.
function validateLinkHeaderValue(hints) {
  const links = ArrayIsArray(hints) ? hints : [hints];
  for (let i = 0; i < links.length; i++) {
    const link = links[i];
    if (typeof link !== 'string' || RegExpPrototypeExec(linkValue, link) === null) {
      raise(validateLinkHeaderValue, new ERR_INVALID_ARG_VALUE(
        'hints', link, 'must be an array or string of format "</styles.css>; rel=preload; as=style"'));
    }
  }
  return ArrayPrototypeJoin(links, ', ');
}

// The `ignore` option of fs.watch: a pattern, a function, or a list of those.
function validateIgnoreOption(value, name) {
  if (value == null) return;
  const check = (item, itemName) => {
    if (item === '') {
      raise(validateIgnoreOption, new ERR_INVALID_ARG_VALUE(itemName, item, 'must be a non-empty string'));
    }
    if (typeof item !== 'string' && typeof item !== 'function' && !isRegExp(item)) {
      raise(validateIgnoreOption, new ERR_INVALID_ARG_TYPE(itemName, ['string', 'RegExp', 'Function'], item));
    }
  };
  if (ArrayIsArray(value)) ArrayPrototypeForEach(value, (item, i) => check(item, `${name}[${i}]`));
  else check(value, name);
}

module.exports = {
  checkRangesOrGetDefault,
  isInt32,
  isUint32,
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowNullable,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  kValidateObjectNone,
  parseFileMode,
  validateAbortSignal,
  validateAbortSignalArray,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateDictionary,
  validateEncoding,
  validateFiniteNumber,
  validateFunction,
  validateIgnoreOption,
  validateInt32,
  validateInteger,
  validateLinkHeaderValue,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePlainFunction,
  validatePort,
  validateSignalName,
  validateString,
  validateStringArray,
  validateStringWithoutNullBytes,
  validateThisInternalField,
  validateUint32,
  validateUndefined,
  validateUnion,
};
