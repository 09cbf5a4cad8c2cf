'use strict';

// The many forms of net.connect() and server.listen(): (options), (path), (port, host), each with a callback behind.

const kNormalized = Symbol('normalizedArgs');

const isPath = (value) => typeof value === 'string' && !(Number(value) >= 0);

function normalizeArgs(args) {
  const [first, second] = args;
  const options = {};
  const last = args.at(-1);
  let normalized = options;
  if (typeof first === 'object' && first !== null) {
    normalized = first;
  } else if (isPath(first)) {
    options.path = first;
  } else if (args.length > 0) {
    options.port = first;
    if (typeof second === 'string') options.host = second;
  }
  return Object.defineProperty([normalized, typeof last === 'function' ? last : null], kNormalized, { value: true });
}

const isNormalized = (value) => Array.isArray(value) && value[kNormalized] === true;

module.exports = { isPath, normalizeArgs, isNormalized };
