'use strict';
const shared = { shared: true };
const value = {
  primitives: [1, -0, NaN, 'text', true, null, undefined, 10n],
  boxed: [Object(1), Object('s'), Object(false), Object(2n)],
  date: new Date(0), invalid: new Date(NaN), pattern: Object.assign(/a+/giu, { lastIndex: 3 }),
  map: new Map([[shared, 1], ['k', shared]]), set: new Set([shared, 2]),
  sparse: Object.assign([1, , 3], { extra: 'kept' }),
  nothing: { __proto__: null, a: 1 }, instance: new (class Point { x = 1; #y = 2; get z() { return 3; } })(),
  get getter() { return 'read'; }, [Symbol('s')]: 'dropped', ['__proto__']: 'own',
  bytes: new Uint8Array([1, 2, 3]).subarray(1), view: new DataView(new ArrayBuffer(8), 2, 4), half: new Float16Array([0.5]),
  errors: [new RangeError('r', { cause: shared }), Object.assign(new Error('e'), { name: 'TypeError', extra: 1 }), new (class Own extends Error {})('o')],
  shared,
};
value.self = value;
const copy = structuredClone(value);
copy.errors = copy.errors.map((e) => [e.constructor.name, e.name, e.message, e.cause, Object.keys(e), e.stack.includes('main.js')]);
console.dir(copy, { depth: 4 });
console.log(copy.self === copy, copy.map.get('k') === copy.shared, [...copy.set][0] === copy.shared, copy.pattern.lastIndex);
console.log(copy.bytes.byteOffset, copy.bytes.buffer.byteLength, Object.getPrototypeOf(copy.instance) === Object.prototype);
const exception = structuredClone(new DOMException('m', 'AbortError'));
console.log(exception instanceof DOMException, exception.name, exception.code);
