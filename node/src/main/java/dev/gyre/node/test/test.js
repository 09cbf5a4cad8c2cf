'use strict';

// node:test.

const { ObjectAssign, ObjectDefineProperty } = require('internal/primordials');
const harness = require('internal/test/harness');

const { test, suite, before, after, beforeEach, afterEach, getTestContext } = harness;

function run(options) {
  return require('internal/test/runner').run(options);
}

module.exports = test;
ObjectAssign(module.exports, {
  after, afterEach, before, beforeEach, describe: suite, getTestContext, it: test, run, suite, test,
});

function defineOnFirstUse(name, make) {
  let value;
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, get: () => value ??= make(),
  });
}

defineOnFirstUse('mock', () => require('internal/test/mock_tracker').makeTracker());
defineOnFirstUse('snapshot', () => {
  const { setDefaultSnapshotSerializers, setResolveSnapshotPath } = require('internal/test/snapshots');
  return { __proto__: null, setDefaultSnapshotSerializers, setResolveSnapshotPath };
});
defineOnFirstUse('assert', () => ({ __proto__: null, register: require('internal/test/assertions').register }));
