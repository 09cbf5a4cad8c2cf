'use strict';

// The functions of node:test: each finds the test whose code calls it, or the root.

const { PromiseResolve, itemsOf } = require('internal/primordials');
const { Test } = require('internal/test/test');
const { Suite } = require('internal/test/suite');
const scope = require('internal/test/scope');
const { callerLocation } = require('internal/test/location');

let root;

function currentRoot() {
  if (root === undefined) {
    const { Root } = require('internal/test/root');
    root = new Root(require('internal/test/config').readConfig(), { filePath: process.argv?.[1], reports: true });
  }
  return root;
}

/** Tests belong to the root of run() from now on. */
function useRoot(other) {
  root = other;
}

const currentTest = () => scope.owner()?.test ?? currentRoot();

function create(Kind, keyword, name, options, fn, caller) {
  const parent = currentTest();
  const test = parent.createSubtest(Kind, name, options, fn, callerLocation(caller), keyword);
  if (parent instanceof Suite) return PromiseResolve(); // the suite starts it
  return test.root.startWhenCollected(test);
}

// As in Node, all have the name `test`.

function maker(Kind) {
  const test = (name, options, fn) => create(Kind, undefined, name, options, fn, test);
  for (const keyword of itemsOf(['expectFailure', 'skip', 'todo', 'only'])) {
    test[keyword] = (name, options, fn) => create(Kind, { [keyword]: true }, name, options, fn, test[keyword]);
  }
  return test;
}

const hookMakers = {};
for (const kind of itemsOf(['before', 'after', 'beforeEach', 'afterEach'])) {
  hookMakers[kind] = (fn, options) => currentTest().createHook(kind, fn, options, callerLocation(hookMakers[kind]));
}

module.exports = {
  test: maker(Test),
  suite: maker(Suite),
  ...hookMakers,
  getTestContext: () => scope.owner()?.test?.context,
  useRoot,
};
