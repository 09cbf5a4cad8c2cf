'use strict';

// JSON.parse and JSON.stringify look for no interrupt of V8's while they run, so a program that blocks in one of them can't be
// asked where it is. For a large text, or array, the stack is noted before the call, which costs some microseconds of at
// least as many milliseconds. How large the result of JSON.stringify will be is not known otherwise; if it is large, a stack
// that somebody waits for is taken when it is there.

const {
  ArrayIsArray, FunctionPrototypeBind, FunctionPrototypeCall, JSONParse, JSONStringify, MathRound, ObjectDefineProperty,
} = require('internal/primordials');
const { isProxy } = require('internal/v8internals/natives');

const LARGE_TEXT = 2 ** 20;
const LARGE_ARRAY = 2 ** 14;

const { JSON: json } = globalThis;

function size(text) {
  return `${MathRound(text.length / 1e5) / 10} million characters`;
}

function parseLarge(text, reviver) {
  const { beforeLongCall, afterLongCall } = binding('bridge');
  beforeLongCall(`JSON.parse of ${size(text)}`);
  try {
    return FunctionPrototypeCall(JSONParse, json, text, reviver);
  } finally {
    afterLongCall();
  }
}

function stringifyLarge(list, replacer, space) {
  const { beforeLongCall, afterLongCall } = binding('bridge');
  beforeLongCall(`JSON.stringify of an array of ${list.length}`);
  try {
    return FunctionPrototypeCall(JSONStringify, json, list, replacer, space);
  } finally {
    afterLongCall();
  }
}

const methods = {
  parse(text, reviver) {
    if (typeof text === 'string' && text.length >= LARGE_TEXT) return parseLarge(text, reviver);
    return FunctionPrototypeCall(JSONParse, json, text, reviver); // with its receiver, which stack traces show
  },
  stringify(value, replacer, space) {
    if (ArrayIsArray(value) && !isProxy(value) && value.length >= LARGE_ARRAY) return stringifyLarge(value, replacer, space);
    const text = FunctionPrototypeCall(JSONStringify, json, value, replacer, space);
    if (typeof text === 'string' && text.length >= LARGE_TEXT) binding('bridge').sampleStack();
    return text;
  },
};

// Bound, so that their text says that they are native, as it does in Node.
function replace(name, length) {
  const value = FunctionPrototypeBind(methods[name], json);
  ObjectDefineProperty(value, 'name', { __proto__: null, value: name, configurable: true });
  ObjectDefineProperty(value, 'length', { __proto__: null, value: length, configurable: true });
  ObjectDefineProperty(json, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

replace('parse', 2);
replace('stringify', 3);
