'use strict';

// What kind of object structuredClone has before it, by internal slots.
//
// A slot can only be asked for by calling something that throws without it, which is slow when it
// throws. So an object is asked only for the slot its prototype chain claims: the chain is walked,
// and each prototype of the language found on it has its own question. Objects whose chain doesn't
// end in this realm's Object.prototype (other realms, prototype taken away) are asked everything.
// Kinds that Object.prototype.toString tells by slot need no claim.

const { atStart } = require('internal/start');
const { isProxy } = require('internal/util/v8');

const { apply } = Reflect;
const { getPrototypeOf } = Object;
const objectToString = Object.prototype.toString;

const getterOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const passes = (method, ...args) => (value) => {
  try {
    apply(method, value, args);
    return true;
  } catch {
    return false;
  }
};
const claimed = () => true;

const NO_KEY = {};

// [kind, prototype, question]. The kind 'Uncloneable' stands for all with slots that aren't cloned.
const questions = [
  ['Map', Map.prototype, passes(getterOf(Map.prototype, 'size'))],
  ['Set', Set.prototype, passes(getterOf(Set.prototype, 'size'))],
  ['ArrayBuffer', ArrayBuffer.prototype, passes(getterOf(ArrayBuffer.prototype, 'byteLength'))],
  ['Boolean', Boolean.prototype, passes(Boolean.prototype.valueOf)],
  ['Number', Number.prototype, passes(Number.prototype.valueOf)],
  ['String', String.prototype, passes(String.prototype.valueOf)],
  ['BigInt', BigInt.prototype, passes(BigInt.prototype.valueOf)],
  ['Uncloneable', Symbol.prototype, passes(Symbol.prototype.valueOf)],
  ['Date', Date.prototype, passes(Date.prototype.getTime)],
  ['RegExp', RegExp.prototype, passes(getterOf(RegExp.prototype, 'source'))],
  ['Uncloneable', WeakMap.prototype, passes(WeakMap.prototype.has, NO_KEY)],
  ['Uncloneable', WeakSet.prototype, passes(WeakSet.prototype.has, NO_KEY)],
  ['Uncloneable', WeakRef.prototype, passes(WeakRef.prototype.deref)],
  ['Uncloneable', FinalizationRegistry.prototype,
   passes(FinalizationRegistry.prototype.unregister, NO_KEY)],
  ['Uncloneable', Promise.prototype, (value) => require('util/types').isPromise(value)],
];

// No slot question without a side effect: the claim is believed. They are last, and not asked of
// objects of other realms.
const iteratorPrototypes = [
  (function* () {}).prototype, (async function* () {}).prototype,
  [].values(), ''[Symbol.iterator](), new Map().values(), new Set().values(),
  /./[Symbol.matchAll](''), [].values().map(claimed), Iterator.from({ next() {} }),
].map((iterator) => getPrototypeOf(iterator));
const believed = [
  ...iteratorPrototypes,
  ...Object.getOwnPropertyNames(Intl).map((name) => Intl[name].prototype),
  ...[globalThis.DisposableStack, globalThis.AsyncDisposableStack].map((Base) => Base?.prototype),
].filter((prototype) => prototype !== undefined);

const byPrototype = new Map(questions.map(([kind, prototype, asks]) => [prototype, { kind, asks }]));
const believe = (prototype) => byPrototype.set(prototype, { kind: 'Uncloneable', asks: (value) => !byPrototype.has(value) });
believed.forEach(believe);
atStart(() => {
  byPrototype.set(SharedArrayBuffer.prototype,
    { kind: 'SharedArrayBuffer', asks: passes(getterOf(SharedArrayBuffer.prototype, 'byteLength')) });
  for (const name of Object.getOwnPropertyNames(globalThis.Temporal ?? {})) {
    const { prototype } = Temporal[name];
    if (prototype !== undefined) believe(prototype);
  }
});

const SLOT_TAGS = {
  '__proto__': null,
  '[object Arguments]': 'Uncloneable',
  '[object Boolean]': 'Boolean',
  '[object Number]': 'Number',
  '[object String]': 'String',
  '[object Date]': 'Date',
  '[object RegExp]': 'RegExp',
};
const WASM_KINDS = { '__proto__': null, 'Module': 'WebAssembly.Module' };

function kindOf(value) {
  if (isProxy(value)) return 'Uncloneable';
  if (Array.isArray(value)) return 'Array';
  if (ArrayBuffer.isView(value)) return 'View';
  if (Error.isError(value)) return 'Error';
  if (value === globalThis) return 'Uncloneable';

  let prototype = getPrototypeOf(value);
  // What nearly every object is; `arguments` alone has this prototype and isn't plain.
  if (prototype === Object.prototype && !(Symbol.toStringTag in value))
    return SLOT_TAGS[apply(objectToString, value, [])] ?? 'Object';

  let end = value;
  for (; prototype !== null; prototype = getPrototypeOf(prototype)) {
    const question = byPrototype.get(prototype);
    if (question !== undefined && question.asks(value)) return question.kind;
    const wasmKind = kindOfWasm(prototype);
    if (wasmKind !== undefined && prototype !== value) return wasmKind;
    end = prototype;
  }
  if (end !== Object.prototype) {
    const question = questions.find(([, , asks]) => asks(value));
    if (question !== undefined) return question[0];
  }
  return 'Object';
}

// WebAssembly is asked for when needed: it isn't there while the snapshot is made.
function kindOfWasm(prototype) {
  if (!Object.hasOwn(prototype, Symbol.toStringTag)) return undefined;
  const tag = prototype[Symbol.toStringTag];
  if (typeof tag !== 'string' || !tag.startsWith('WebAssembly.')) return undefined;
  const name = tag.slice('WebAssembly.'.length);
  if (WebAssembly[name]?.prototype !== prototype) return undefined;
  return WASM_KINDS[name] ?? 'Uncloneable';
}

module.exports = { kindOf };
