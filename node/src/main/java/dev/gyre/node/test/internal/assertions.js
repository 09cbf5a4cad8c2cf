'use strict';

// t.assert: the assertions of node:assert, and registered ones, counted by the test's plan.

const { ArrayPrototypeMap, ReflectApply, SafeMap, itemsOf, joinLists } = require('internal/primordials');
const { validateFunction, validateString } = require('internal/validators');
const { checkOk } = require('internal/assert/failure');

const NAMES = [
  'deepEqual', 'deepStrictEqual', 'doesNotMatch', 'doesNotReject', 'doesNotThrow', 'equal', 'fail', 'ifError', 'match',
  'notDeepEqual', 'notDeepStrictEqual', 'notEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'rejects',
  'strictEqual', 'throws',
];

const registered = new SafeMap();

function register(name, fn) {
  validateString(name, 'name');
  validateFunction(fn, 'fn');
  registered.set(name, fn);
}

function allAssertions() {
  const assert = require('assert');
  const { snapshot, fileSnapshot } = require('internal/test/snapshots');
  return new SafeMap(joinLists(
    ArrayPrototypeMap(NAMES, (name) => [name, assert[name]]),
    [['snapshot', snapshot], ['fileSnapshot', fileSnapshot]],
    registered,
  ));
}

function forContext(context, test) {
  const { plan } = test; // a later plan doesn't count calls of this object
  const assertions = { __proto__: null };
  for (const { 0: name, 1: assertion } of itemsOf(allAssertions())) {
    assertions[name] = (...args) => {
      plan?.count();
      return ReflectApply(assertion, context, args);
    };
  }
  // Its message quotes the call.
  assertions.ok ??= function ok(...args) {
    plan?.count();
    checkOk(ok, args);
  };
  return assertions;
}

module.exports = { register, forContext };
