'use strict';

// node:test/reporters.

const { ObjectDefineProperty, itemsOf } = require('internal/primordials');
const loaded = (name) => ({ __proto__: null, get: () => require(`internal/test/reporter_${name}`) });

const reporters = {
  __proto__: null,
  dot: loaded('dot'),
  junit: loaded('junit'),
  // With and without `new`.
  spec: { value: function spec(...args) { return new (require('internal/test/reporter_spec'))(...itemsOf(args)); } },
  tap: loaded('tap'),
  lcov: { value: function lcov(...args) { return new (require('internal/test/reporter_lcov'))(...itemsOf(args)); } },
};

for (const name in reporters) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, ...reporters[name],
  });
}
