'use strict';

// process.execve(): replaces this program with another one.

const {
  ArrayPrototypeForEach, ArrayPrototypeMap, ObjectEntries, StringPrototypeIncludes,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateArray, validateObject, validateString } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');

const { errnoException } = require('internal/process/errno_exception');

const native = binding('process');

const hasNull = (text) => StringPrototypeIncludes(text, '\u0000');

function execve(execPath, args = [], env = process.env) {
  emitExperimentalWarning('process.execve');
  validateString(execPath, 'execPath');
  validateArray(args, 'args');
  ArrayPrototypeForEach(args, (arg, i) => {
    if (typeof arg !== 'string' || hasNull(arg)) {
      throw new ERR_INVALID_ARG_VALUE(`args[${i}]`, arg, 'must be a string without null bytes');
    }
  });
  validateObject(env, 'env');
  const variables = ArrayPrototypeMap(ObjectEntries(env), ({ 0: name, 1: value }) => {
    if (typeof value !== 'string' || hasNull(name) || hasNull(value)) {
      throw new ERR_INVALID_ARG_VALUE('env', env, 'must be an object with string keys and values without null bytes');
    }
    return `${name}=${value}`;
  });
  const { channel } = require('diagnostics_channel');
  const told = channel('process.execve');
  if (told.hasSubscribers) told.publish({ execPath, args, env: variables });
  const errno = native.execve(execPath, args, variables); // returns only if it failed
  throw errnoException(errno, 'execve', execPath);
}

module.exports = { execve };
