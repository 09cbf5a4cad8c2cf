'use strict';

// --frozen-intrinsics: nobody can change the language's built-in objects any more.
//
// A frozen property of a prototype can't be assigned on the objects that inherit it either: `object.toString = f` would
// throw. So the properties of prototypes become accessors first, whose setters define the property on the object that is
// assigned to. Code that was preloaded has run before, and may have added what it needs.

const {
  ArrayPrototype, ArrayPrototypeMap, ArrayPrototypePush, FunctionPrototype, Map, MapPrototype, ObjectDefineProperty,
  ObjectFreeze, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn, ReflectApply, ReflectOwnKeys,
  RegExpPrototype, SafeSet, Set, SetPrototype, String, StringPrototype, SymbolIterator, SymbolMatchAll, TypeError, itemsOf,
} = require('internal/primordials');
const { emitExperimentalWarning } = require('internal/util');

const GLOBALS = [
  // values and functions
  'Infinity', 'NaN', 'undefined', 'eval', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI', 'decodeURIComponent',
  'encodeURI', 'encodeURIComponent', 'escape', 'unescape',
  // constructors
  'Object', 'Function', 'Boolean', 'Symbol', 'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError',
  'URIError', 'AggregateError', 'Number', 'BigInt', 'Date', 'String', 'RegExp', 'Array', 'Int8Array', 'Uint8Array',
  'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array',
  'BigInt64Array', 'BigUint64Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'ArrayBuffer',
  'SharedArrayBuffer', 'DataView', 'Promise', 'Proxy', 'Iterator',
  // namespaces
  'JSON', 'Math', 'Reflect', 'Intl', 'WebAssembly', 'Temporal', 'console',
  // of the host
  'clearImmediate', 'clearInterval', 'clearTimeout', 'setImmediate', 'setInterval', 'setTimeout',
];

// Objects without a global name.
function hidden() {
  const makers = [[ArrayPrototype, []], [StringPrototype, ''], [MapPrototype, new Map()], [SetPrototype, new Set()]];
  const found = ArrayPrototypeMap(makers, ({ 0: prototype, 1: value }) => ReflectApply(prototype[SymbolIterator], value, []));
  ArrayPrototypePush(found, ReflectApply(RegExpPrototype[SymbolMatchAll], /x/g, ['']), function* () {}, async function* () {}, async () => {});
  return ArrayPrototypeMap(found, ObjectGetPrototypeOf);
}

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

// Everything that can be reached from the roots, except from the global object.
function reachable(roots) {
  const found = new SafeSet();
  const list = [];
  const add = (value) => {
    if (!isObject(value) || value === globalThis || found.has(value)) return;
    found.add(value);
    ArrayPrototypePush(list, value);
  };
  for (const root of itemsOf(roots)) add(root);
  for (let i = 0; i < list.length; i++) {
    add(ObjectGetPrototypeOf(list[i]));
    for (const key of itemsOf(ReflectOwnKeys(list[i]))) {
      const { get, set, value } = ObjectGetOwnPropertyDescriptor(list[i], key);
      add(get);
      add(set);
      add(value);
    }
  }
  return list;
}

// Lets the objects that inherit a property have one of their own by assignment.
function letOverride(holder, key) {
  const { configurable, enumerable, value, writable } = ObjectGetOwnPropertyDescriptor(holder, key);
  if (!configurable || writable !== true) return;
  ObjectDefineProperty(holder, key, {
    __proto__: null,
    configurable: true,
    enumerable,
    get: () => value,
    set(other) {
      if (holder === this) throw new TypeError(`Cannot assign to read only property '${String(key)}' of object '${String(holder)}'`);
      if (ObjectHasOwn(this, key)) this[key] = other;
      else ObjectDefineProperty(this, key, { __proto__: null, value: other, writable: true, enumerable: true, configurable: true });
    },
  });
}

function freezeIntrinsics() {
  emitExperimentalWarning('Frozen intristics'); // Node's spelling
  require('internal/module/esm_text').showOriginalText(); // can't be done later
  const roots = hidden();
  for (const name of itemsOf(GLOBALS)) ArrayPrototypePush(roots, globalThis[name]);
  const all = reachable(roots);
  const prototypes = new SafeSet();
  for (const one of itemsOf(all)) {
    const { prototype } = typeof one === 'function' ? one : { prototype: undefined };
    if (isObject(prototype)) prototypes.add(prototype);
    prototypes.add(ObjectGetPrototypeOf(one));
  }
  for (const one of itemsOf(all)) {
    if (!prototypes.has(one) || (typeof one === 'function' && one !== FunctionPrototype)) continue;
    for (const key of itemsOf(ReflectOwnKeys(one))) letOverride(one, key);
  }
  for (const one of itemsOf(all)) ObjectFreeze(one);
  // The global object itself stays open, but not what it is.
  ObjectDefineProperty(globalThis, 'globalThis', { __proto__: null, value: globalThis, configurable: false, writable: false });
}

module.exports = { freezeIntrinsics };
