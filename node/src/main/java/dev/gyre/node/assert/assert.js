'use strict';

// node:assert. `Assert` has the assertions as methods, so that an instance can have its own options. The module's functions
// are the same methods without an instance, so none of them may rely on `this`.

const {
  ArrayPrototypeFind, ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSlice, NumberIsNaN,
  ObjectAssign, ObjectDefineProperty, ObjectIs, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit,
  Symbol, joinLists,
} = require('internal/primordials');
const {
  ERR_CONSTRUCT_CALL_REQUIRED, ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS,
} = require('internal/errors').codes;
const AssertionError = require('internal/assert/assertion_error');
const { fail, checkOk } = require('internal/assert/failure');
const { thrownBy, rejectionOf, expectError, expectNoError, matches } = require('internal/assert/exceptions');
const { isDeepEqual, isDeepStrictEqual, isPartialStrictEqual } = require('internal/util/comparisons');
const { inspect } = require('internal/util/inspect');
const { isRegExp } = require('util/types');
const { isError } = require('internal/util');
const { validateOneOf } = require('internal/validators');

const kOptions = Symbol('options');

function Assert(options) {
  if (!new.target) throw new ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  options = ObjectAssign({ __proto__: null, strict: true, skipPrototype: false }, options);
  if (options.diff !== undefined) validateOneOf(options.diff, 'options.diff', ['simple', 'full']);

  this.AssertionError = AssertionError;
  ObjectDefineProperty(this, kOptions, { __proto__: null, value: options });
  if (options.strict) ObjectAssign(this, strictNames(this));
}

const strictNames = (methods) => ({
  equal: methods.strictEqual,
  deepEqual: methods.deepStrictEqual,
  notEqual: methods.notStrictEqual,
  notDeepEqual: methods.notDeepStrictEqual,
});

// ---- of one value

Assert.prototype.fail = function fail(message) {
  if (isError(message)) throw message;
  const error = new AssertionError({
    message: message === undefined ? 'Failed' : message,
    operator: 'fail', stackStartFn: fail, diff: this?.[kOptions]?.diff,
  });
  if (message === undefined) error.generatedMessage = true;
  throw error;
};

Assert.prototype.ok = function ok(...args) {
  checkOk(ok, args);
};

// ---- of two values

function defineComparison(name, operator, holds) {
  const method = {
    [name](actual, expected, ...message) {
      if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
      const options = this?.[kOptions];
      if (!holds(actual, expected, options?.skipPrototype)) {
        fail({ actual, expected, message, operator, stackStartFn: method, diff: options?.diff });
      }
    },
  }[name];
  Assert.prototype[name] = method;
}

const isEqual = (a, b) => a == b || (NumberIsNaN(a) && NumberIsNaN(b));

defineComparison('equal', '==', isEqual);
defineComparison('notEqual', '!=', (a, b) => !isEqual(a, b));
defineComparison('deepEqual', 'deepEqual', (a, b) => isDeepEqual(a, b));
defineComparison('notDeepEqual', 'notDeepEqual', (a, b) => !isDeepEqual(a, b));
defineComparison('deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual);
defineComparison('notDeepStrictEqual', 'notDeepStrictEqual', (a, b, skip) => !isDeepStrictEqual(a, b, skip));
defineComparison('strictEqual', 'strictEqual', (a, b) => ObjectIs(a, b));
defineComparison('notStrictEqual', 'notStrictEqual', (a, b) => !ObjectIs(a, b));
defineComparison('partialDeepStrictEqual', 'partialDeepStrictEqual', (a, b) => isPartialStrictEqual(a, b));

// ---- of what is thrown

Assert.prototype.throws = function throws(fn, ...args) {
  expectError(throws, 'exception', thrownBy(fn), args);
};

Assert.prototype.rejects = async function rejects(promiseFn, ...args) {
  expectError(rejects, 'rejection', await rejectionOf(promiseFn), args);
};

Assert.prototype.doesNotThrow = function doesNotThrow(fn, ...args) {
  expectNoError(doesNotThrow, 'exception', thrownBy(fn), args);
};

Assert.prototype.doesNotReject = async function doesNotReject(promiseFn, ...args) {
  expectNoError(doesNotReject, 'rejection', await rejectionOf(promiseFn), args);
};

Assert.prototype.ifError = function ifError(value) {
  if (value === null || value === undefined) return;
  const error = new AssertionError({
    actual: value, expected: null, operator: 'ifError', stackStartFn: ifError, diff: this?.[kOptions]?.diff,
    message: `ifError got unwanted exception: ${unwantedText(value)}`,
  });
  if (typeof value.stack === 'string') error.stack = joinedStack(error.stack, value.stack);
  throw error;
};

function unwantedText(value) {
  if (typeof value !== 'object' || typeof value.message !== 'string') return inspect(value);
  return value.message.length === 0 && value.constructor ? value.constructor.name : value.message;
}

// Appends the frames of the original error to the new ones, without duplicates.
function joinedStack(stack, original) {
  const start = StringPrototypeIndexOf(original, '\n    at');
  if (start === -1) return stack;
  const originalFrames = StringPrototypeSplit(StringPrototypeSlice(original, start + 1), '\n');
  const lines = StringPrototypeSplit(stack, '\n');
  const shared = ArrayPrototypeFind(ArrayPrototypeMap(originalFrames, (frame) => ArrayPrototypeIndexOf(lines, frame)), (at) => at !== -1);
  return ArrayPrototypeJoin(joinLists(ArrayPrototypeSlice(lines, 0, shared), originalFrames), '\n');
}

// ---- of a text

function checkMatch(fn, string, regexp, message, wanted, options) {
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  if (typeof string === 'string' && matches(regexp, string) === wanted) return;
  const generatedMessage = message.length === 0;
  message[0] ||= typeof string === 'string' ?
    `The input ${wanted ? 'did not match' : 'was expected to not match'} the regular expression ` +
      `${inspect(regexp)}. Input:\n\n${inspect(string)}\n` :
    `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})`;
  fail({
    actual: string, expected: regexp, message, generatedMessage, operator: fn.name, stackStartFn: fn,
    diff: options?.diff,
  });
}

Assert.prototype.match = function match(string, regexp, ...message) {
  checkMatch(match, string, regexp, message, true, this?.[kOptions]);
};

Assert.prototype.doesNotMatch = function doesNotMatch(string, regexp, ...message) {
  checkMatch(doesNotMatch, string, regexp, message, false, this?.[kOptions]);
};

// ---- the module

function assert(...args) {
  checkOk(assert, args);
}

function strict(...args) {
  checkOk(strict, args);
}

assert.AssertionError = AssertionError;
for (let i = 0, list = [
  'ok', 'fail', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual', 'notDeepStrictEqual',
  'strictEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'match', 'doesNotMatch', 'throws', 'rejects',
  'doesNotThrow', 'doesNotReject', 'ifError',
]; i < list.length; i++) {
  const name = list[i];
  assert[name] = Assert.prototype[name];
}
assert.strict = ObjectAssign(strict, assert, strictNames(assert));
strict.Assert = Assert;
strict.strict = strict;
assert.Assert = Assert;

module.exports = assert;
