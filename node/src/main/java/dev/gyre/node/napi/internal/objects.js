'use strict';

// Node-API: objects, properties, arrays, functions and classes.

const {
  Array, ArrayPrototypePush, Number, Object: ToObject, ObjectCreate, ObjectFreeze, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf, ObjectSeal, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, ReflectDefineProperty,
  ReflectDeleteProperty, ReflectHas, ReflectOwnKeys, ReflectSet, RegExpPrototypeExec,
  SafeSet, SafeWeakSet, TypeError, isArray,
} = require('internal/primordials');
const {
  argument, callback, given, list, makeFunction, memory, result, receiverOf, returns, setException, text, textAt, valueOf,
} = require('internal/napi/handles');
const { compile } = require('internal/vm/this_context');
const Status = require('internal/napi/status');

const isNullish = (value) => value === undefined || value === null;
const isName = (value) => typeof value === 'string' || typeof value === 'symbol';

// Of an operation whose first argument is converted to an object.
const ofObject = (body) => (environment) => {
  const value = given(0);
  if (isNullish(value)) return Status.OBJECT_EXPECTED;
  return body(typeof value === 'object' || typeof value === 'function' ? value : ToObject(value), environment);
};

// ---- descriptors: see ArgumentWriter.putDescriptors

const DESCRIPTOR_NUMBERS = 9;
const WRITABLE = 1, ENUMERABLE = 2, CONFIGURABLE = 4, STATIC = 1024;

class Descriptor {
  constructor(from) {
    const { doubles } = memory;
    const nameAt = doubles[from];
    this.name = nameAt >= 0 ? textAt(nameAt, doubles[from + 1]) : valueOf(doubles[from + 2]);
    this.method = doubles[from + 3];
    this.getter = doubles[from + 4];
    this.setter = doubles[from + 5];
    this.value = doubles[from + 6] === 0 ? undefined : valueOf(doubles[from + 6]);
    this.attributes = doubles[from + 7];
    this.data = doubles[from + 8];
  }
}

// They are read before anything is defined: that may run code of a proxy.
function descriptors(i) {
  const from = argument(i) >> 3;
  const count = argument(i + 1);
  const all = [];
  for (let k = 0; k < count; k++) ArrayPrototypePush(all, new Descriptor(from + k * DESCRIPTOR_NUMBERS));
  return all;
}

function named(fn, name) {
  ReflectDefineProperty(fn, 'name', { __proto__: null, value: typeof name === 'symbol' ? '' : name, configurable: true });
  return fn;
}

function define(environment, object, descriptor, make = makeFunction) {
  const { name, method, getter, setter, attributes, data } = descriptor;
  if (!isName(name)) return Status.NAME_EXPECTED;
  const enumerable = (attributes & ENUMERABLE) !== 0;
  const configurable = (attributes & CONFIGURABLE) !== 0;
  const writable = (attributes & WRITABLE) !== 0;
  if (getter !== 0 || setter !== 0) {
    const get = getter === 0 ? undefined : makeFunction(environment, getter, data);
    const set = setter === 0 ? undefined : makeFunction(environment, setter, data);
    return ReflectDefineProperty(object, name, { __proto__: null, get, set, enumerable, configurable }) ?
      Status.OK : Status.INVALID_ARG;
  }
  const value = method === 0 ? descriptor.value : named(make(environment, method, data), name);
  if (ReflectDefineProperty(object, name, { __proto__: null, value, writable, enumerable, configurable })) return Status.OK;
  return method === 0 ? Status.INVALID_ARG : Status.GENERIC_FAILURE;
}

function defineAll(environment, object, all, make) {
  for (let i = 0; i < all.length; i++) {
    const status = define(environment, object, all[i], make);
    if (status !== Status.OK) return status;
  }
  return Status.OK;
}

// ---- classes

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

// V8's messages and stacks show the name that a function was compiled with, not its property.
function classFunction(name, call) {
  const run = RegExpPrototypeExec(IDENTIFIER, name) === null ? undefined :
    compile(`(call) => function ${name}(...args) { return call(this, new.target, args); }`, 'node:internal/napi/classes');
  if (typeof run === 'function') return run()(call); // otherwise the name is a reserved word
  return function(...args) { return call(this, new.target, args); };
}

// Methods of a class are for its own objects only, as those of V8's templates: the add-on takes their native half for granted.
function makeClass(environment, name, callee, data, all) {
  const own = new SafeWeakSet();
  const made = named(classFunction(name, (self, target, args) => {
    if (target !== undefined) own.add(self);
    return callback(environment, callee, data, receiverOf(self), target, args);
  }), name);
  const method = (_, itsCallee, itsData) => function(...args) {
    // As in V8, an object that inherits from one of them is none.
    if (typeof this !== 'object' || this === null || !own.has(this)) throw new TypeError('Illegal invocation');
    return callback(environment, itsCallee, itsData, this, new.target, args);
  };
  const instance = [];
  const statics = [];
  for (let i = 0; i < all.length; i++) ArrayPrototypePush((all[i].attributes & STATIC) !== 0 ? statics : instance, all[i]);
  const status = defineAll(environment, made.prototype, instance, method);
  return { __proto__: null, made, status: status === Status.OK ? defineAll(environment, made, statics) : status };
}

// ---- names of properties

const OWN_ONLY = 1;
const KEY_WRITABLE = 1, KEY_ENUMERABLE = 2, KEY_CONFIGURABLE = 4, SKIP_STRINGS = 8, SKIP_SYMBOLS = 16;
const NUMBERS_TO_STRINGS = 1;
const MOST_INDEX = 2 ** 32 - 2;

function isIndex(key) {
  const number = +key;
  return number >= 0 && number <= MOST_INDEX && `${number >>> 0}` === key;
}

function keysOf(object, mode, filter, conversion) {
  const seen = new SafeSet();
  const keys = [];
  for (let at = object; at !== null; at = mode === OWN_ONLY ? null : ObjectGetPrototypeOf(at)) {
    const own = ReflectOwnKeys(at);
    for (let i = 0; i < own.length; i++) {
      const key = own[i];
      if (seen.has(key)) continue;
      if ((filter & (typeof key === 'symbol' ? SKIP_SYMBOLS : SKIP_STRINGS)) !== 0) continue;
      if ((filter & (KEY_WRITABLE | KEY_ENUMERABLE | KEY_CONFIGURABLE)) !== 0) {
        const descriptor = ObjectGetOwnPropertyDescriptor(at, key);
        if (descriptor === undefined) continue;
        seen.add(key); // one that is not enumerable hides those of the prototypes
        if ((filter & KEY_ENUMERABLE) !== 0 && !descriptor.enumerable) continue;
        if ((filter & KEY_CONFIGURABLE) !== 0 && !descriptor.configurable) continue;
        if ((filter & KEY_WRITABLE) !== 0 && descriptor.writable === false) continue;
      }
      seen.add(key);
      const isNumber = conversion !== NUMBERS_TO_STRINGS && typeof key === 'string' && isIndex(key);
      ArrayPrototypePush(keys, isNumber ? Number(key) : key);
    }
  }
  return keys;
}

const flag = (value) => { result(0, value ? 1 : 0); };

// An element: its index is a number.
const element = () => argument(1);

function callFunction(receiver, i) {
  const callee = given(i);
  if (typeof callee !== 'function') return Status.INVALID_ARG;
  return returns(ReflectApply(callee, receiver, list(i + 1)));
}

module.exports = {
  callFunction,
  operations: {
    __proto__: null,
    napi_create_object() { returns({}); },
    node_api_create_object_with_properties() {
      const prototype = argument(0) === 0 ? null : given(0);
      const names = list(1);
      const values = list(3);
      for (let i = 0; i < names.length; i++) if (!isName(names[i])) return Status.NAME_EXPECTED;
      const object = ObjectCreate(typeof prototype === 'object' || typeof prototype === 'function' ? prototype : null);
      for (let i = 0; i < names.length; i++) {
        ReflectDefineProperty(object, names[i], {
          __proto__: null, value: values[i], writable: true, enumerable: true, configurable: true,
        });
      }
      return returns(object);
    },
    napi_create_array() { returns([]); },
    napi_create_array_with_length() {
      const length = argument(0);
      returns(length > 0 && length <= MOST_INDEX + 1 ? new Array(length) : []);
    },
    napi_create_function(environment) {
      const nameAt = argument(0);
      const made = makeFunction(environment, argument(2), argument(3));
      returns(nameAt >= 0 ? named(made, text(0)) : named(made, ''));
    },
    napi_define_class(environment) {
      const name = text(0);
      const { made, status } = makeClass(environment, name, argument(2), argument(3), descriptors(4));
      if (status !== Status.OK) return status;
      return returns(made);
    },
    napi_define_properties: ofObject((object, environment) => defineAll(environment, object, descriptors(1))),

    napi_get_prototype: ofObject((object) => returns(ObjectGetPrototypeOf(object))),
    node_api_set_prototype: ofObject((object) => {
      const prototype = given(1);
      if (typeof prototype !== 'object' && typeof prototype !== 'function') return Status.OBJECT_EXPECTED;
      ObjectSetPrototypeOf(object, prototype);
      return Status.OK;
    }),
    napi_get_property_names: ofObject((object) =>
      returns(keysOf(object, 0, KEY_ENUMERABLE | SKIP_SYMBOLS, NUMBERS_TO_STRINGS))),
    napi_get_all_property_names: ofObject((object) => {
      const mode = argument(1);
      const conversion = argument(3);
      if (mode < 0 || mode > 1 || conversion < 0 || conversion > 1) return Status.INVALID_ARG;
      return returns(keysOf(object, mode, argument(2), conversion));
    }),

    napi_set_property: ofObject((object) => { ReflectSet(object, given(1), given(2), object); }),
    napi_has_property: ofObject((object) => flag(ReflectHas(object, given(1)))),
    napi_get_property: ofObject((object) => returns(object[given(1)])),
    napi_delete_property: ofObject((object) => flag(ReflectDeleteProperty(object, given(1)))),
    napi_has_own_property: ofObject((object) => {
      const key = given(1);
      if (!isName(key)) return Status.NAME_EXPECTED;
      return flag(ObjectGetOwnPropertyDescriptor(object, key) !== undefined);
    }),
    napi_set_named_property: ofObject((object) => { ReflectSet(object, text(1), given(3), object); }),
    napi_has_named_property: ofObject((object) => flag(ReflectHas(object, text(1)))),
    napi_get_named_property: ofObject((object) => returns(object[text(1)])),
    napi_set_element: ofObject((object) => { ReflectSet(object, element(), given(2), object); }),
    napi_has_element: ofObject((object) => flag(ReflectHas(object, element()))),
    napi_get_element: ofObject((object) => returns(object[element()])),
    napi_delete_element: ofObject((object) => flag(ReflectDeleteProperty(object, element()))),
    napi_object_freeze: ofObject((object) => { ObjectFreeze(object); }),
    napi_object_seal: ofObject((object) => { ObjectSeal(object); }),

    napi_is_array() { flag(isArray(given(0))); },
    napi_get_array_length() {
      const value = given(0);
      if (!isArray(value)) return Status.ARRAY_EXPECTED;
      return result(0, value.length);
    },
    napi_strict_equals() { flag(given(0) === given(1)); },

    napi_call_function() { return callFunction(given(0), 1); },
    napi_new_instance() {
      const constructor = given(0);
      if (typeof constructor !== 'function') return Status.INVALID_ARG;
      return returns(ReflectConstruct(constructor, list(1)));
    },
    napi_instanceof() {
      const value = given(0);
      const constructor = given(1);
      if (isNullish(constructor)) return Status.OBJECT_EXPECTED;
      if (typeof constructor !== 'function') {
        const error = new TypeError('Constructor must be a function');
        error.code = 'ERR_NAPI_CONS_FUNCTION';
        setException(error);
        return Status.FUNCTION_EXPECTED;
      }
      return flag(value instanceof constructor);
    },
  },
};
