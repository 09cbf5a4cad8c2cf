'use strict';

// Errors as Node's native code throws them: the code is no part of name and stack.

const { Error, RangeError, TypeError } = require('internal/primordials');

function withCode(error, code) {
  error.code = code;
  return error;
}

const argType = (message) => withCode(new TypeError(message), 'ERR_INVALID_ARG_TYPE');
const argValue = (message) => withCode(new TypeError(message), 'ERR_INVALID_ARG_VALUE');
const outOfRange = (message) => withCode(new RangeError(message), 'ERR_OUT_OF_RANGE');
const badState = (message) => withCode(new Error(message), 'ERR_INVALID_STATE');

const illegalConstructor = () => withCode(new Error('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR');

// `code` and `text` are SQLite's; an error of the binding's own has none.
function sqliteError(message, code, text) {
  const error = withCode(new Error(message), 'ERR_SQLITE_ERROR');
  if (code !== undefined) error.errcode = code;
  if (text !== undefined) error.errstr = text;
  return error;
}

module.exports = { argType, argValue, badState, illegalConstructor, outOfRange, sqliteError, withCode };
