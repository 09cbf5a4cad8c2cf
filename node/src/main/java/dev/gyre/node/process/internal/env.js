'use strict';

// process.env: strings only, whatever is assigned; the same object semantics as Node's, by a Proxy over a plain object.

const { codes: { ERR_INVALID_OBJECT_DEFINE_PROPERTY } } = require('internal/errors');

let warned = false;

function toText(value) {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  if (!warned && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean' &&
      require('internal/options').get('--pending-deprecation')) {
    warned = true;
    process.emitWarning('Assigning any value other than a string, number, or boolean to a process.env property is ' +
      'deprecated. Please make sure to convert the value to a string before setting process.env with it.',
    'DeprecationWarning', 'DEP0104');
  }
  return `${value}`;
}

const handler = {
  __proto__: null,
  set(target, name, value) {
    if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    const text = toText(value);
    if (name === '' || name.includes('=')) return true; // the system has no such variables
    target[name] = text;
    if (name === 'TZ') binding('process').timeZoneChanged(target[name]);
    return true;
  },
  defineProperty(target, name, descriptor) {
    if ('value' in descriptor) {
      for (const attribute of ['configurable', 'writable', 'enumerable']) {
        if (!descriptor[attribute]) {
          throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
            "'process.env' only accepts a configurable, writable, and enumerable data descriptor");
        }
      }
      return handler.set(target, name, descriptor.value);
    }
    if ('get' in descriptor || 'set' in descriptor) {
      throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
        "'process.env' does not accept an accessor(getter/setter) descriptor");
    }
    throw new ERR_INVALID_OBJECT_DEFINE_PROPERTY(
      "'process.env' only accepts a configurable, writable, and enumerable data descriptor");
  },
  deleteProperty(target, name) {
    if (typeof name === 'string') delete target[name];
    return true;
  },
};

function createEnv(variables) {
  return new Proxy(Object.assign({}, variables), handler);
}

module.exports = { createEnv };
