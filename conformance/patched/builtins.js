'use strict';

// Every property of the language's built-ins that a program can replace, by name: `Array.prototype.push`, `Map`,
// `%MapIteratorPrototype%.next`, `RegExp.prototype[Symbol.split]`.

const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

const CONSTRUCTORS = [
  'AggregateError', 'Array', 'ArrayBuffer', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Boolean', 'DataView', 'Date',
  'Error', 'EvalError', 'FinalizationRegistry', 'Float32Array', 'Float64Array', 'Function', 'Int16Array', 'Int32Array',
  'Int8Array', 'Iterator', 'Map', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError', 'RegExp', 'Set',
  'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'URIError', 'Uint16Array', 'Uint32Array',
  'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet',
];
const NAMESPACES = ['Atomics', 'Intl', 'JSON', 'Math', 'Reflect', 'WebAssembly'];
const FUNCTIONS = [
  'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval', 'isFinite', 'isNaN',
  'parseFloat', 'parseInt', 'unescape',
];

function owners() {
  const list = [];
  const add = (name, object) => { list.push({ name, object }); };
  for (const name of CONSTRUCTORS) {
    add(name, globalThis[name]);
    if (globalThis[name].prototype !== undefined) add(`${name}.prototype`, globalThis[name].prototype);
  }
  for (const name of NAMESPACES) add(name, globalThis[name]);
  const iterator = (iterable) => getPrototypeOf(iterable[Symbol.iterator]());
  add('%TypedArray%', getPrototypeOf(Uint8Array));
  add('%TypedArray%.prototype', getPrototypeOf(Uint8Array.prototype));
  add('%ArrayIteratorPrototype%', iterator([]));
  add('%MapIteratorPrototype%', iterator(new Map()));
  add('%SetIteratorPrototype%', iterator(new Set()));
  add('%StringIteratorPrototype%', iterator(''));
  add('%RegExpStringIteratorPrototype%', getPrototypeOf('a'.matchAll(/a/g)));
  add('%GeneratorPrototype%', getPrototypeOf(function* () {}).prototype);
  add('%AsyncGeneratorPrototype%', getPrototypeOf(async function* () {}).prototype);
  add('%AsyncIteratorPrototype%', getPrototypeOf(getPrototypeOf(async function* () {}).prototype));
  return list;
}

const SKIPPED = new Set(['prototype', 'length', 'name', 'arguments', 'caller', '__proto__', Symbol.toStringTag,
  'prepareStackTrace', 'stackTraceLimit', Symbol.unscopables, 'BYTES_PER_ELEMENT']);

function all() {
  const list = [];
  for (const name of [...CONSTRUCTORS, ...NAMESPACES, ...FUNCTIONS]) list.push({ name, owner: globalThis, key: name });
  for (const { name, object } of owners()) {
    for (const key of ownKeys(object)) {
      if (SKIPPED.has(key)) continue;
      const { value, get, configurable } = getOwnPropertyDescriptor(object, key);
      if (!configurable || (get === undefined && typeof value !== 'function')) continue;
      const path = typeof key === 'symbol' ? `[${key.description}]` : `.${key}`;
      list.push({ name: `${name}${path}`, owner: object, key });
    }
  }
  return list;
}

// Names that the core reads from objects: options, property descriptors, protocols.
const OBJECT_PROTOTYPE_NAMES = `
  get set value writable enumerable configurable return next throw done then catch finally constructor toString valueOf
  toJSON inspect length name message code errno syscall path stack cause errors signal encoding flag flags mode start end
  fd autoClose emitClose highWaterMark objectMode readable writable read write final destroy construct transform flush
  writev open close host hostname port family address protocol method headers agent timeout href search query hash
  pathname auth username password slashes localAddress lookup hints all verbatim keepAlive allowHalfOpen backlog
  exclusive callback listener once capture passive type detail bubbles cancelable composed handleEvent depth colors
  showHidden maxArrayLength compact sorted getters customInspect breakLength input output terminal history prompt
  env cwd stdio shell uid gid detached argv0 killSignal maxBuffer recursive force withFileTypes bigint throwIfNoEntry
  persistent interval level windowBits memLevel strategy dictionary chunkSize algorithm format extensions exports main
  default parent filename loaded children paths id cache byteLength byteOffset buffer size body status statusText url
  ref unref refresh domain resource asyncId triggerAsyncId transfer 0 1`.trim().split(/\s+/);

module.exports = { all, OBJECT_PROTOTYPE_NAMES: [...new Set(OBJECT_PROTOTYPE_NAMES)] };
