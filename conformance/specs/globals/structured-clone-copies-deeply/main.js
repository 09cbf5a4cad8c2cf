'use strict';
const shared = { s: 1 };
const value = { date: new Date(0), map: new Map([[1, { a: 1 }]]), set: new Set([1]), regexp: /x/gi, list: [1, , 3], big: 1n, bytes: new Uint8Array([1, 2]), nothing: undefined, boxed: new Number(1), shared, again: shared };
value.self = value;
const copy = structuredClone(value);
console.log(copy, copy !== value, copy.self === copy, copy.shared === copy.again, copy.map !== value.map);
class Point { x = 1; }
console.log(structuredClone(new Point()), structuredClone(new Point()) instanceof Point);
const error = structuredClone(new RangeError('message', { cause: 'why' }));
console.log(error instanceof RangeError, error.name, error.message, error.cause);
