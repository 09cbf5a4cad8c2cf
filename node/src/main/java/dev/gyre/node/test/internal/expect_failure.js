'use strict';

// The option `expectFailure`: a test that has to fail, optionally with a matching error.

const { ArrayPrototypeEvery, ObjectKeys } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { isRegExp } = require('util/types');
const { types, failure, isFailure } = require('internal/test/failures');

/** Returns false, or the message and what to match. */
function parseExpectation(option) {
  if (option === undefined || option === false) return false;
  if (typeof option === 'string') return { label: option, match: undefined };
  if (typeof option === 'function' || isRegExp(option)) return { label: undefined, match: option };
  if (typeof option !== 'object') return { label: undefined, match: undefined };
  const keys = ObjectKeys(option);
  if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('options.expectFailure', option, 'must not be an empty object');
  if (ArrayPrototypeEvery(keys, (key) => key === 'match' || key === 'label')) return { label: option.label, match: option.match };
  return { label: undefined, match: option };
}

/** The failure of a test that did not fail as expected, or undefined. */
function mismatch(expectation, error) {
  if (!expectation || expectation.match === undefined) return undefined;
  const wrapped = isFailure(error) && error.failureType === types.CODE && error.cause;
  const thrown = wrapped ? error.cause : error;
  try {
    require('assert').throws(() => { throw thrown; }, expectation.match);
    return undefined;
  } catch (cause) {
    const other = failure('The test failed, but the error did not match the expected validation', types.CODE);
    other.cause = cause;
    return other;
  }
}

module.exports = { parseExpectation, mismatch };
