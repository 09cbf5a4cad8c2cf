'use strict';

// How structuredClone treats an object: by its internal slots, which internal/util/kinds detects, and by name for the few
// kinds that it doesn't know. Those have slots as well and can't be cloned, but no test without a side effect detects them,
// so the prototype is trusted.

const {
  ArrayPrototypeMap, FinalizationRegistryPrototype, IteratorFrom, ObjectGetOwnPropertyNames,
  ObjectGetPrototypeOf: getPrototypeOf, ObjectPrototype, SafeMap, SafeSet, String, SymbolIterator, SymbolMatchAll, joinLists,
} = require('internal/primordials');
const primordials = require('internal/primordials');
const { atStart } = require('internal/start');
const { kindOf: kindBySlots } = require('internal/util/kinds');


const CLONEABLE = new SafeSet([
  'Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'Date', 'Error', 'Map', 'Number', 'Object', 'RegExp', 'Set',
  'SharedArrayBuffer', 'String', 'DataView', 'TypedArray',
]);

const believed = new SafeSet(joinLists(
  ArrayPrototypeMap([[].values(), ''[SymbolIterator](), /./[SymbolMatchAll](''), [].values().map(String), IteratorFrom({ next() {} })], (iterator) => getPrototypeOf(iterator)),
  ArrayPrototypeMap(ObjectGetOwnPropertyNames(Intl), (name) => Intl[name].prototype),
  [FinalizationRegistryPrototype,
  globalThis.DisposableStack?.prototype,
  globalThis.AsyncDisposableStack?.prototype],
));
believed.delete(undefined);

const cloneableWasm = new SafeMap();
atStart(() => {
  const names = (namespace) => ObjectGetOwnPropertyNames(namespace ?? {});
  for (let i = 0, list = names(globalThis.Temporal); i < list.length; i++) believed.add(Temporal[list[i]].prototype);
  for (let j = 0, items = names(globalThis.WebAssembly); j < items.length; j++) believed.add(WebAssembly[items[j]].prototype);
  believed.delete(undefined);
  cloneableWasm.set(globalThis.WebAssembly?.Module.prototype, 'WebAssembly.Module');
  cloneableWasm.set(globalThis.WebAssembly?.Memory.prototype, 'WebAssembly.Memory');
});

function isSharedMemory(value) {
  try {
    primordials.sharedBufferByteLength(primordials.wasm.bufferOf(value));
    return true;
  } catch { // its memory is not shared, or it only inherits from the class
    return false;
  }
}

function kindOf(value) {
  const kind = kindBySlots(value);
  if (!CLONEABLE.has(kind) || value === globalThis) return 'Uncloneable';
  if (kind !== 'Object') return kind;
  let prototype = getPrototypeOf(value);
  if (prototype === ObjectPrototype || believed.has(value)) return kind;
  for (; prototype !== null; prototype = getPrototypeOf(prototype)) {
    if (believed.has(prototype)) {
      const wasmKind = cloneableWasm.get(prototype);
      return wasmKind === undefined || (wasmKind === 'WebAssembly.Memory' && !isSharedMemory(value)) ? 'Uncloneable' : wasmKind;
    }
  }
  return kind;
}

module.exports = { kindOf };
