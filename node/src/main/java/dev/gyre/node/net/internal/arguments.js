'use strict';

// The argument forms of net.connect() and server.listen(): (options), (path), (port, host), each with an optional callback.

const { ArrayIsArray, ArrayPrototypeAt, Number, ObjectDefineProperty, Symbol } = require('internal/primordials');

const kNormalized = Symbol('normalizedArgs');

const isPath = (value) => typeof value === 'string' && !(Number(value) >= 0);

function normalizeArgs(args) {
  const { 0: first, 1: second } = args;
  const options = {};
  const last = ArrayPrototypeAt(args, -1);
  let normalized = options;
  if (typeof first === 'object' && first !== null) {
    normalized = first;
  } else if (isPath(first)) {
    options.path = first;
  } else if (args.length > 0) {
    options.port = first;
    if (typeof second === 'string') options.host = second;
  }
  return ObjectDefineProperty([normalized, typeof last === 'function' ? last : null], kNormalized, { __proto__: null, value: true });
}

const isNormalized = (value) => ArrayIsArray(value) && value[kNormalized] === true;

module.exports = { isPath, normalizeArgs, isNormalized };
