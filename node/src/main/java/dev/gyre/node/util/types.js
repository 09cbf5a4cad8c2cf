'use strict';

// util.types: the kind of a value by its internal slots, whatever its prototype or Symbol.toStringTag is.

const {
  ArrayBufferIsView: isView, FunctionPrototype, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf: getPrototypeOf, ObjectKeys, ReflectApply, RegExpPrototypeExec, SafeMap, SymbolToStringTag,
  Uint8Array, isError,
} = require('internal/primordials');
const { isProxy } = require('internal/util/v8');
const { kindOf } = require('internal/util/kinds');

const functionToString = FunctionPrototype.toString;
const typedArrayName = ObjectGetOwnPropertyDescriptor(getPrototypeOf(Uint8Array).prototype, SymbolToStringTag).get;
const typedArrayNameOf = (value) => ReflectApply(typedArrayName, value, []);

const isObject = (value) => typeof value === 'object' && value !== null;
const ofKind = (kind) => (value) => isObject(value) && kindOf(value) === kind;

// ---- functions

const functionKinds = new SafeMap([
  [FunctionPrototype, { isAsync: false, isGenerator: false }],
  [getPrototypeOf(async () => {}), { isAsync: true, isGenerator: false }],
  [getPrototypeOf(function* () {}), { isAsync: false, isGenerator: true }],
  [getPrototypeOf(async function* () {}), { isAsync: true, isGenerator: true }],
]);
const plainFunction = functionKinds.get(FunctionPrototype);

// The prototype decides, unless it was changed or is another realm's: then the source does.
function functionKind(value) {
  if (typeof value !== 'function' || isProxy(value)) return plainFunction;
  return functionKinds.get(getPrototypeOf(value)) ?? functionKindFromSource(value);
}

function functionKindFromSource(value) {
  const source = ReflectApply(functionToString, value, []);
  // A method may be named "async": then a parameter list follows, and no arrow.
  const isMethodNamedAsync = RegExpPrototypeExec(/^async\s*\(/, source) !== null && RegExpPrototypeExec(/^async\s*\([^]*?\)\s*=>/, source) === null;
  const isAsync = RegExpPrototypeExec(/^async\b/, source) !== null && !isMethodNamedAsync;
  return { isAsync, isGenerator: RegExpPrototypeExec(/^(?:async\s*)?(?:function\s*)?\*/, source) !== null };
}

// ---- the module

const types = {
  isArgumentsObject: ofKind('Arguments'),
  isArrayBuffer: ofKind('ArrayBuffer'),
  isAsyncFunction: (value) => functionKind(value).isAsync,
  isBigIntObject: ofKind('BigInt'),
  isBooleanObject: ofKind('Boolean'),
  isDate: ofKind('Date'),
  isExternal: ofKind('External'),
  isGeneratorFunction: (value) => functionKind(value).isGenerator,
  isGeneratorObject: ofKind('Generator'),
  isMap: ofKind('Map'),
  isMapIterator: ofKind('MapIterator'),
  isModuleNamespaceObject: ofKind('Module'),
  isNativeError: (value) => isError(value),
  isNumberObject: ofKind('Number'),
  isPromise: ofKind('Promise'),
  isProxy: (value) => isProxy(value),
  isRegExp: ofKind('RegExp'),
  isSet: ofKind('Set'),
  isSetIterator: ofKind('SetIterator'),
  isSharedArrayBuffer: ofKind('SharedArrayBuffer'),
  isStringObject: ofKind('String'),
  isSymbolObject: ofKind('Symbol'),
  isWeakMap: ofKind('WeakMap'),
  isWeakSet: ofKind('WeakSet'),

  isAnyArrayBuffer(value) {
    const kind = isObject(value) ? kindOf(value) : undefined;
    return kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer';
  },
  isBoxedPrimitive(value) {
    const kind = isObject(value) ? kindOf(value) : undefined;
    return kind === 'Number' || kind === 'String' || kind === 'Boolean' || kind === 'BigInt' || kind === 'Symbol';
  },
  isArrayBufferView: isView,
  isDataView: (value) => isView(value) && typedArrayNameOf(value) === undefined,
  isTypedArray: (value) => typedArrayNameOf(value) !== undefined,
};

for (let i = 0, items = ['Uint8Array', 'Uint8ClampedArray', 'Uint16Array', 'Uint32Array', 'Int8Array', 'Int16Array',
                    'Int32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array']; i < items.length; i++) {
  const name = items[i];
  types[`is${name}`] = (value) => typedArrayNameOf(value) === name;
}

// crypto defines keys; a runtime without it has none.
const askKeys = (name) => (value) => {
  const id = 'internal/crypto/keys';
  return isObject(value) && require('internal/core').has(id) && require(id)[name](value);
};
types.isKeyObject = askKeys('isKeyObject');
types.isCryptoKey = askKeys('isCryptoKey');

for (let j = 0, all = ObjectKeys(types); j < all.length; j++) {
  const name = all[j];
  if (types[name] !== isView) ObjectDefineProperty(types[name], 'name', { __proto__: null, value: name });
}

module.exports = types;
