'use strict';

// node:test/reporters.

const getters = (names) => Object.fromEntries(names.map((name) => [name, {
  __proto__: null, configurable: true, enumerable: true, get: () => require(`internal/test/reporter_${name}`),
}]));

Object.defineProperties(module.exports, getters(['dot', 'junit', 'tap']));

Object.defineProperty(module.exports, 'spec', {
  __proto__: null, configurable: true, enumerable: true,
  // With and without `new`.
  value: function spec(...args) { return new (require('internal/test/reporter_spec'))(...args); },
});

Object.defineProperty(module.exports, 'lcov', {
  __proto__: null, configurable: true, enumerable: true,
  value: function lcov() {
    const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
    throw new ERR_METHOD_NOT_IMPLEMENTED('node:test/reporters lcov: coverage');
  },
});
