'use strict';

// throws, rejects and their opposites: compare what was thrown with the expectation: a class, a regular expression, a
// function that returns true, or an object whose properties the error must have (strings may be given as regular
// expressions).

const {
  ArrayPrototypePush, Error, ObjectAssign, ObjectKeys, ObjectPrototypeIsPrototypeOf, ReflectApply, RegExpPrototypeExec,
  String, Symbol,
} = require('internal/primordials');
const {
  ERR_AMBIGUOUS_ARGUMENT, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_RETURN_VALUE,
} = require('internal/errors').codes;
const AssertionError = require('internal/assert/assertion_error');
const { fail } = require('internal/assert/failure');
const { inspect } = require('internal/util/inspect');
const { isPromise, isRegExp } = require('util/types');
const { isError } = require('internal/util');
const { validateFunction } = require('internal/validators');
const { isDeepStrictEqual } = require('internal/util/comparisons');

const NOTHING_THROWN = Symbol('nothing thrown');

const matches = (regexp, text) => RegExpPrototypeExec(regexp, text) !== null;
const isErrorClass = (fn) => ObjectPrototypeIsPrototypeOf(Error, fn);
// Arrow functions have no prototype, and instanceof would throw.
const isInstance = (value, fn) => fn.prototype !== undefined && value instanceof fn;

function thrownBy(fn) {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return NOTHING_THROWN;
}

// A thenable without `catch` is no promise.
const isPromiseLike = (value) => isPromise(value) || (value !== null && typeof value === 'object' &&
  typeof value.then === 'function' && typeof value.catch === 'function');

async function rejectionOf(promiseFn) {
  let promise = promiseFn;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isPromiseLike(promise)) throw new ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
  } else if (!isPromiseLike(promise)) {
    throw new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NOTHING_THROWN;
}

// ---- throws, rejects

function checkExpectation(thrown, args) {
  const { 0: expectation } = args;
  if (expectation === undefined || expectation === null) return;
  const isMessage = typeof expectation === 'string';
  if (isMessage ? args.length > 1 : typeof expectation !== 'object' && typeof expectation !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], expectation);
  }
  // assert.throws(fn, 'text') looks as if the text were expected: refused if it is equal to the error's message.
  if (!isMessage || thrown === NOTHING_THROWN) return;
  if (typeof thrown === 'object' && thrown !== null) {
    if (thrown.message === expectation) {
      throw new ERR_AMBIGUOUS_ARGUMENT('error/message',
                                       `The error message "${expectation}" is identical to the message.`);
    }
  } else if (thrown === expectation) {
    throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The error "${expectation}" is identical to the message.`);
  }
}

/** `fn` is the assertion, `what` is 'exception' or 'rejection', `args` are [error][, message]. */
function expectError(fn, what, thrown, args) {
  checkExpectation(thrown, args);
  const { 0: error, 1: message } = typeof args[0] === 'string' ? [undefined, args[0]] : args;
  if (thrown === NOTHING_THROWN) {
    const expectedName = error?.name ? ` (${error.name})` : '';
    fail({
      actual: undefined, expected: error, operator: fn.name, stackStartFn: fn,
      message: [`Missing expected ${what}${expectedName}${message ? `: ${message}` : '.'}`],
    });
  }
  if (error) checkError(fn, thrown, error, message);
}

function checkError(fn, thrown, expected, message) {
  let explanation;
  if (typeof expected === 'function') {
    explanation = mismatchWithFunction(thrown, expected);
  } else if (isRegExp(expected)) {
    explanation = mismatchWithRegExp(thrown, expected);
  } else if (typeof thrown !== 'object' || thrown === null) {
    const error = new AssertionError({
      actual: thrown, expected, message, operator: 'deepStrictEqual', stackStartFn: fn,
    });
    error.operator = fn.name;
    throw error;
  } else {
    return checkProperties(fn, thrown, expected, message);
  }
  if (explanation === undefined) return;
  const error = new AssertionError({
    actual: thrown, expected, message: message || explanation(), operator: fn.name, stackStartFn: fn,
  });
  error.generatedMessage = !message;
  throw error;
}

function mismatchWithRegExp(thrown, expected) {
  const text = String(thrown);
  if (matches(expected, text)) return undefined;
  return () => `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
}

function mismatchWithFunction(thrown, expected) {
  if (isInstance(thrown, expected)) return undefined;
  if (isErrorClass(expected)) return () => otherClassText(thrown, expected);
  const answer = ReflectApply(expected, {}, [thrown]);
  if (answer === true) return undefined;
  return () => `The ${expected.name ? `"${expected.name}" ` : ''}validation function is expected to return "true". ` +
    `Received ${inspect(answer)}${isError(thrown) ? `\n\nCaught error:\n\n${thrown}` : ''}`;
}

function otherClassText(thrown, expected) {
  const text = `The error is expected to be an instance of "${expected.name}". Received `;
  if (!isError(thrown)) return `${text}"${inspect(thrown, { depth: -1 })}"`;
  const name = thrown.constructor?.name || thrown.name;
  const received = name === expected.name ?
    'an error with identical name but a different prototype.' : `"${name}"`;
  return `${text}${received}${thrown.message ? `\n\nError message:\n\n${thrown.message}` : ''}`;
}

// The two sides of the diff; a string that matched its expression is the same on both.
class Comparison {
  constructor(source, keys, thrown) {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key in source) this[key] = thrown !== undefined && fits(thrown, source, key) ? thrown[key] : source[key];
    }
  }
}

const fits = (thrown, expected, key) =>
  typeof thrown[key] === 'string' && isRegExp(expected[key]) && matches(expected[key], thrown[key]);

function checkProperties(fn, thrown, expected, message) {
  const keys = ObjectKeys(expected);
  if (expected instanceof Error) ArrayPrototypePush(keys, 'name', 'message');
  else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');

  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (fits(thrown, expected, key)) continue;
    if (key in thrown && isDeepStrictEqual(thrown[key], expected[key])) continue;
    if (message) fail({ actual: thrown, expected, message: [message], operator: fn.name, stackStartFn: fn });
    const error = new AssertionError({
      actual: new Comparison(thrown, keys), expected: new Comparison(expected, keys, thrown),
      operator: 'deepStrictEqual', stackStartFn: fn,
    });
    throw ObjectAssign(error, { actual: thrown, expected, operator: fn.name });
  }
}

// ---- doesNotThrow, doesNotReject

function isUnwanted(thrown, expected) {
  if (typeof expected === 'function') {
    if (isInstance(thrown, expected)) return true;
    return !isErrorClass(expected) && ReflectApply(expected, {}, [thrown]) === true;
  }
  if (isRegExp(expected)) return matches(expected, String(thrown));
  throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
}

function expectNoError(fn, what, thrown, args) {
  if (thrown === NOTHING_THROWN) return;
  const { 0: error, 1: message } = typeof args[0] === 'string' ? [undefined, args[0]] : args;
  if (error && !isUnwanted(thrown, error)) throw thrown;
  fail({
    actual: thrown, expected: error, operator: fn.name, stackStartFn: fn,
    message: [`Got unwanted ${what}${message ? `: ${message}` : '.'}\nActual message: "${thrown?.message}"`],
  });
}

module.exports = { thrownBy, rejectionOf, expectError, expectNoError, matches };
