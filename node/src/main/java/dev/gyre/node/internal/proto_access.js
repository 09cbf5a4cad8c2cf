'use strict';

// What --disable-proto does with `__proto__` of a realm's objects.

const { ErrorCaptureStackTrace, ObjectDefineProperty } = require('internal/primordials');
const { codes: { ERR_PROTO_ACCESS } } = require('internal/errors');

function restrict(prototype, mode) {
  if (mode === 'delete') {
    delete prototype.__proto__;
    return;
  }
  const refuse = () => {
    const error = new ERR_PROTO_ACCESS();
    ErrorCaptureStackTrace(error, refuse); // as if the access itself had thrown
    throw error;
  };
  ObjectDefineProperty(prototype, '__proto__', { __proto__: null, get: refuse, set: refuse, configurable: false });
}

module.exports = { restrict };
