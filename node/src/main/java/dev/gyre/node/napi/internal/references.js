'use strict';

// Node-API: what outlives a call. References, finalizers, wrapped objects, external values, type tags, instance data.
//
// A finalizer runs after its object was collected, from the loop, or at the latest when the environment ends. V8 tells of
// collected objects by a FinalizationRegistry, which may not refer to them: each finalizer is a record of addresses.

const {
  ArrayPrototypePush, BigInt64Array, FinalizationRegistry, SafeMap, SafeSet, SafeWeakMap, SetPrototypeAdd,
  SetPrototypeDelete, SetPrototypeForEach, WeakRef, deref, registerFinalizer, unregisterFinalizer,
} = require('internal/primordials');
const { AddonMemory: { ARGS_AT, IN_FINALIZER } } = require('internal/layout');
const { setImmediate } = require('timers');
const { argument, call, given, handleOf, isWanted, memory, result, returns } = require('internal/napi/handles');
const { triggerHere } = require('internal/process/fatal');
const Status = require('internal/napi/status');

const ANY_VALUE_VERSION = 10; // from here on a reference may be to any value

// ---- finalizers

class Finalizer {
  constructor(environment, callee, data, hint) {
    this.environment = environment;
    this.callee = callee;
    this.data = data;
    this.hint = hint;
    this.isDone = false;
    this.isPosted = false;
  }
}

let collected; // created at its first use: a snapshot can't contain it

function addFinalizer(environment, object, callee, data, hint, isPosted = false) {
  collected ??= new FinalizationRegistry(onCollected);
  const finalizer = new Finalizer(environment, callee, data, hint);
  finalizer.isPosted = isPosted;
  SetPrototypeAdd(environment.finalizers, finalizer);
  registerFinalizer(collected, object, finalizer, finalizer);
  return finalizer;
}

// The object's memory has moved to another one, whose end it is now that counts.
function moveFinalizer(finalizer, object) {
  unregisterFinalizer(collected, finalizer);
  registerFinalizer(collected, object, finalizer, finalizer);
}

// Those of memory run later, also where those of other objects run at once.
function onCollected(finalizer) {
  if (finalizer.isPosted) setImmediate(() => { runFinalizer(finalizer); });
  else runFinalizer(finalizer);
}

function runFinalizer(finalizer) {
  if (finalizer.isDone) return;
  const { environment, callee, data, hint } = finalizer;
  finalizer.isDone = true;
  SetPrototypeDelete(environment.finalizers, finalizer);
  if (callee === 0) return;
  // Nobody is there to catch what it throws.
  const { i32 } = memory;
  const outer = i32[IN_FINALIZER];
  i32[IN_FINALIZER] = environment.isExperimental && !finalizer.isPosted ? 1 : 0;
  try {
    call(callee, environment.address, data, hint);
  } catch (error) {
    triggerHere(error); // also where the add-on is older: only those of functions for all threads are dropped then
  } finally {
    i32[IN_FINALIZER] = outer;
  }
}

// Runs from the loop, or when the environment ends.
function postFinalizer(environment, callee, data, hint) {
  const finalizer = new Finalizer(environment, callee, data, hint);
  finalizer.isPosted = true;
  SetPrototypeAdd(environment.finalizers, finalizer);
  setImmediate(() => { runFinalizer(finalizer); });
}

function dropFinalizer(finalizer) {
  if (finalizer.isDone) return;
  finalizer.isDone = true;
  SetPrototypeDelete(finalizer.environment.finalizers, finalizer);
  unregisterFinalizer(collected, finalizer);
}

// ---- references

const canBeWeak = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function' ||
  typeof value === 'symbol';

class Reference {
  #strong;
  #weak;
  count;

  // `finalizer`: of the object that was wrapped with it
  constructor(value, count, finalizer) {
    this.count = count;
    this.finalizer = finalizer;
    if (canBeWeak(value)) {
      try {
        this.#weak = new WeakRef(value);
      } catch { // a symbol that is registered lives as long as the program
        this.#strong = value;
      }
    }
    if (count > 0) this.#strong = value;
  }

  get value() { return this.#strong === undefined && this.#weak !== undefined ? deref(this.#weak) : this.#strong; }

  get isGone() { return this.#strong === undefined && (this.#weak === undefined || deref(this.#weak) === undefined); }

  hold() {
    if (this.count === 0) {
      if (this.isGone) return 0;
      this.#strong = this.value;
    }
    return ++this.count;
  }

  drop() {
    if (--this.count === 0 && (this.#weak !== undefined || !canBeWeak(this.#strong))) this.#strong = undefined;
    return this.count;
  }
}

const references = new SafeMap();
let lastReference = 0;

function keep(reference) {
  lastReference += 8; // like an address
  references.set(lastReference, reference);
  return lastReference;
}

// ---- wrapped objects

class Wrap {
  constructor(pointer, finalizer) {
    this.pointer = pointer;
    this.finalizer = finalizer;
  }
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

let wraps; // by the object; created at their first use
let externals;
let tags;

class External {
  constructor(pointer) {
    this.pointer = pointer;
  }
}

const isExternal = (value) => externals !== undefined && externals.has(value);

function wrap(environment) {
  const object = given(0);
  const pointer = argument(1);
  const callee = argument(2);
  if (!isObject(object)) return Status.OBJECT_EXPECTED;
  wraps ??= new SafeWeakMap();
  if (wraps.has(object)) return Status.INVALID_ARG;
  const finalizer = addFinalizer(environment, object, callee, pointer, argument(3));
  wraps.set(object, new Wrap(pointer, finalizer));
  // Not where nobody wants it: V8 keeps what it has made a weak reference to until the script has ended.
  if (isWanted(0)) result(0, keep(new Reference(object, 0, finalizer)));
  return Status.OK;
}

function wrapOf(object) {
  return isObject(object) ? wraps?.get(object) : undefined;
}

// As a list of two numbers of 64 bits.
const tagGiven = () => {
  const tag = new BigInt64Array(2);
  tag[0] = memory.i64[ARGS_AT + 1];
  tag[1] = memory.i64[ARGS_AT + 2];
  return tag;
};

// ---- the end of an environment

// The newest first. Finalizers may add others.
function finalizeAll(environment) {
  const { finalizers } = environment;
  while (finalizers.size > 0) {
    const all = [];
    SetPrototypeForEach(finalizers, (finalizer) => { ArrayPrototypePush(all, finalizer); });
    for (let i = all.length - 1; i >= 0; i--) {
      if (collected !== undefined) unregisterFinalizer(collected, all[i]);
      runFinalizer(all[i]);
    }
  }
}

const newFinalizers = () => new SafeSet();

const operations = {
  __proto__: null,
  napi_create_reference(environment) {
    const value = given(0);
    if (environment.version < ANY_VALUE_VERSION && !canBeWeak(value)) return Status.INVALID_ARG;
    return result(0, keep(new Reference(value, argument(1))));
  },
  napi_delete_reference() {
    const reference = references.get(argument(0));
    if (reference === undefined) return Status.INVALID_ARG;
    references.delete(argument(0));
    if (reference.finalizer !== undefined) dropFinalizer(reference.finalizer);
    return Status.OK;
  },
  napi_reference_ref() {
    const reference = references.get(argument(0));
    if (reference === undefined) return Status.INVALID_ARG;
    return result(0, reference.hold());
  },
  napi_reference_unref() {
    const reference = references.get(argument(0));
    if (reference === undefined) return Status.INVALID_ARG;
    if (reference.count === 0) return Status.GENERIC_FAILURE;
    return result(0, reference.drop());
  },
  napi_get_reference_value() {
    const reference = references.get(argument(0));
    if (reference === undefined) return Status.INVALID_ARG;
    const { value } = reference;
    return result(0, reference.isGone && reference.count === 0 ? 0 : handleOf(value));
  },

  napi_wrap: wrap,
  napi_unwrap() {
    const object = given(0);
    if (!isObject(object)) return Status.OBJECT_EXPECTED;
    const found = wrapOf(object);
    if (found === undefined) return Status.INVALID_ARG;
    return result(0, found.pointer);
  },
  napi_remove_wrap() {
    const object = given(0);
    if (!isObject(object)) return Status.OBJECT_EXPECTED;
    const found = wrapOf(object);
    if (found === undefined) return Status.INVALID_ARG;
    wraps.delete(object);
    dropFinalizer(found.finalizer);
    return result(0, found.pointer);
  },

  napi_create_external(environment) {
    const pointer = argument(0);
    const callee = argument(1);
    const hint = argument(2);
    const object = { __proto__: null };
    externals ??= new SafeWeakMap();
    externals.set(object, new External(pointer));
    if (callee !== 0) addFinalizer(environment, object, callee, pointer, hint);
    returns(object);
  },
  napi_get_value_external() {
    const value = given(0);
    if (!isExternal(value)) return Status.INVALID_ARG;
    return result(0, externals.get(value).pointer);
  },

  napi_add_finalizer(environment) {
    const object = given(0);
    if (!isObject(object)) return Status.INVALID_ARG;
    const finalizer = addFinalizer(environment, object, argument(2), argument(1), argument(3));
    if (isWanted(0)) result(0, keep(new Reference(object, 0, finalizer)));
    return Status.OK;
  },
  node_api_post_finalizer(environment) {
    const callee = argument(0);
    const data = argument(1);
    const hint = argument(2);
    postFinalizer(environment, callee, data, hint);
  },

  napi_type_tag_object() {
    const object = given(0);
    if (!isObject(object)) return Status.OBJECT_EXPECTED;
    tags ??= new SafeWeakMap();
    if (tags.has(object)) return Status.INVALID_ARG;
    tags.set(object, tagGiven());
    return Status.OK;
  },
  napi_check_object_type_tag() {
    const object = given(0);
    if (!isObject(object)) return Status.OBJECT_EXPECTED;
    const tag = tags?.get(object);
    const other = tagGiven();
    return result(0, tag !== undefined && tag[0] === other[0] && tag[1] === other[1] ? 1 : 0);
  },

  napi_set_instance_data(environment) {
    const data = argument(0);
    const callee = argument(1);
    environment.instance = callee === 0 ? undefined : new Finalizer(environment, callee, data, argument(2));
  },
};

module.exports = {
  addFinalizer, finalizeAll, isExternal, isObject, moveFinalizer, newFinalizers, operations, postFinalizer, runFinalizer,
};
