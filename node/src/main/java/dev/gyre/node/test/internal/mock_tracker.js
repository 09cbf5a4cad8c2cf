'use strict';

// mock.fn(), mock.method() and others: functions that record their calls. A MockTracker records its changes and can undo all
// of them.

const {
  ArrayPrototypePush, ObjectDefineProperty, ObjectFreeze, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, Proxy,
  ReflectConstruct, ReflectGet, itemsOf, joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateBoolean, validateFunction, validateInteger, validateObject } = require('internal/validators');
const { MockFunction, recorder } = require('internal/test/mock_function');
const { MockProperty } = require('internal/test/mock_property');

const NO_OPTIONS = ObjectFreeze({ __proto__: null });

const isOptions = (value) => value !== null && typeof value === 'object';

function validateTimes(times) {
  if (times !== Infinity) validateInteger(times, 'options.times', 1);
}

function validateKey(value, name) {
  if (typeof value !== 'string' && typeof value !== 'symbol')
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'symbol'], value);
}

function findDescriptor(object, key) {
  for (let holder = object; holder !== null; holder = ObjectGetPrototypeOf(holder)) {
    const descriptor = ObjectGetOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

class MockTracker {
  #mocks = [];
  #timers;

  get timers() {
    return this.#timers ??= new (require('internal/test/mock_timers').MockTimers)();
  }

  fn(original = function() {}, implementation = original, options = NO_OPTIONS) {
    if (isOptions(original)) {
      options = original;
      original = function() {};
      implementation = original;
    } else if (isOptions(implementation)) {
      options = implementation;
      implementation = original;
    }
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const { times = Infinity } = options;
    validateTimes(times);
    const mock = new MockFunction(implementation, times, (self) => self.mockImplementation(original));
    return this.#track(mock, recorder(mock, original));
  }

  method(object, methodName, implementation, options = NO_OPTIONS) {
    validateKey(methodName, 'methodName');
    if (typeof object !== 'function') validateObject(object, 'object');
    if (isOptions(implementation)) {
      options = implementation;
      implementation = undefined;
    }
    if (implementation !== undefined) validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    const { getter = false, setter = false, times = Infinity } = options;
    validateBoolean(getter, 'options.getter');
    validateBoolean(setter, 'options.setter');
    validateTimes(times);
    if (getter && setter)
      throw new ERR_INVALID_ARG_VALUE('options.setter', setter, "cannot be used with 'options.getter'");

    const descriptor = findDescriptor(object, methodName);
    const part = getter ? 'get' : setter ? 'set' : 'value';
    const original = descriptor?.[part];
    if (typeof original !== 'function') throw new ERR_INVALID_ARG_VALUE('methodName', original, 'must be a method');

    const mock = new MockFunction(implementation ?? original, times, () => {
      ObjectDefineProperty(object, methodName, { __proto__: null, ...descriptor });
    });
    const recording = this.#track(mock, recorder(mock, original));
    ObjectDefineProperty(object, methodName, { __proto__: null, ...descriptor, [part]: recording });
    return recording;
  }

  getter(object, methodName, implementation, options = NO_OPTIONS) {
    return this.#accessor('getter', object, methodName, implementation, options);
  }

  setter(object, methodName, implementation, options = NO_OPTIONS) {
    return this.#accessor('setter', object, methodName, implementation, options);
  }

  #accessor(kind, object, methodName, implementation, options) {
    if (isOptions(implementation)) {
      options = implementation;
      implementation = undefined;
    } else {
      validateObject(options, 'options');
    }
    const { [kind]: wanted = true } = options;
    if (wanted === false) throw new ERR_INVALID_ARG_VALUE(`options.${kind}`, wanted, 'cannot be false');
    return this.method(object, methodName, implementation, { __proto__: null, ...options, [kind]: wanted });
  }

  property(object, propertyName, ...value) {
    validateObject(object, 'object');
    validateKey(propertyName, 'propertyName');
    const mock = ReflectConstruct(MockProperty, joinLists([object, propertyName], value));
    return this.#track(mock, new Proxy(object, {
      __proto__: null,
      get: (target, key, receiver) => (key === 'mock' ? mock : ReflectGet(target, key, receiver)),
    }));
  }

  module(specifier, options = NO_OPTIONS) {
    const mock = require('internal/test/mock_module').mockModule(specifier, options, this.module);
    return this.#track(mock, mock);
  }

  #track(mock, result) {
    ArrayPrototypePush(this.#mocks, mock);
    return result;
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }

  restoreAll() {
    for (const mock of itemsOf(this.#mocks)) mock.restore();
  }
}

function makeTracker() {
  if (!require('internal/options').get('--experimental-test-module-mocks')) delete MockTracker.prototype.module;
  return new MockTracker();
}

module.exports = { makeTracker };
