'use strict';

// mock.property(): a property that records when it is read and written.

const {
  ArrayPrototypePush, Error, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, SafeMap, copyList,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger } = require('internal/validators');

class MockPropertyContext {
  #object;
  #name;
  #value;
  #originalValue;
  #descriptor;
  #accesses = [];
  #once = new SafeMap(); // index of an access -> its value

  constructor(object, name, ...value) {
    this.#object = object;
    this.#name = name;
    this.#originalValue = object[name];
    this.#value = value.length > 0 ? value[0] : this.#originalValue;
    this.#descriptor = ObjectGetOwnPropertyDescriptor(object, name);
    if (this.#descriptor === undefined)
      throw new ERR_INVALID_ARG_VALUE('propertyName', name, 'is not a property of the object');
    const { configurable, enumerable } = this.#descriptor;
    ObjectDefineProperty(object, name, {
      __proto__: null, configurable, enumerable,
      get: () => this.#access('get', this.#value),
      set: (next) => this.mockImplementation(next),
    });
  }

  get accesses() {
    return copyList(this.#accesses);
  }

  accessCount() {
    return this.#accesses.length;
  }

  mockImplementation(value) {
    if (!this.#descriptor.writable) throw new ERR_INVALID_ARG_VALUE('propertyName', this.#name, 'cannot be set');
    this.#value = this.#access('set', value);
  }

  mockImplementationOnce(value, onAccess) {
    const index = onAccess ?? this.#accesses.length;
    validateInteger(index, 'onAccess', this.#accesses.length);
    this.#once.set(index, value);
  }

  resetAccesses() {
    this.#accesses = [];
  }

  restore() {
    ObjectDefineProperty(this.#object, this.#name, { __proto__: null, ...this.#descriptor, value: this.#originalValue });
  }

  #access(type, usual) {
    const index = this.#accesses.length;
    const value = this.#once.has(index) ? this.#once.get(index) : usual;
    this.#once.delete(index);
    ArrayPrototypePush(this.#accesses, { __proto__: null, type, value, stack: new Error() });
    return value;
  }
}

module.exports = { MockProperty: MockPropertyContext };
