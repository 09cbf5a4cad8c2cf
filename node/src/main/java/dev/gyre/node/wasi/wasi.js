'use strict';

// WASI is still to come: making one throws, once its options are found to be right.

const { SafeSet } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateArray, validateObject, validateString } = require('internal/validators');

const VERSIONS = new SafeSet(['unstable', 'preview1']);

class WASI {
  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    const { version, args, env, preopens } = options;
    validateString(version, 'options.version');
    if (!VERSIONS.has(version)) throw new ERR_INVALID_ARG_VALUE('options.version', version, 'unsupported WASI version');
    if (args !== undefined) validateArray(args, 'options.args');
    if (env !== undefined) validateObject(env, 'options.env');
    if (preopens !== undefined) validateObject(preopens, 'options.preopens');
    throw new ERR_METHOD_NOT_IMPLEMENTED('WASI');
  }
}

module.exports = { WASI };
