// Files that one runtime has written are read by the other: webpack's and jest's caches are such.
const v8 = require('v8');

class Point {
  x = 1;
  get y() { return 2; }
}
const circle = { name: 'circle' };
circle.self = circle;
circle.list = [circle, circle.list];
const error = new RangeError('too far', { cause: [1] });
error.stack = 'a stack';

const values = [
  undefined, null, true, false, 0, -1, 2 ** 30, -(2 ** 31), 2 ** 31, 1.5, -0, NaN, 10n, -(2n ** 70n), 0n,
  '', 'abc', 'é', '€', '😀',
  {}, { b: 1, a: { 5: 2, 4294967294: 3, 4294967295: 4 } }, [{ '€': 1 }], Object.create({ z: 1 }), new Point(), circle,
  [], [1, 'two', null], [1, , 3], [1.5, 2], new Array(3), Object.assign([1], { x: 2 }), Object.assign([, 1], { x: 2 }),
  new Date(5), new Date(NaN), /a\/b/giu, /x/dsmy, /x/v, new Map([[1, {}], ['k', new Map()]]), new Set(['x', /y/g]),
  Object(1), Object('s'), Object(true), Object(false), Object(3n), error,
  new ArrayBuffer(3), new ArrayBuffer(2, { maxByteLength: 8 }), new Uint8Array([1, 2]), Buffer.from('hi'),
  new DataView(new ArrayBuffer(2)), new Float64Array([1.5]), new BigInt64Array([-1n]), new Float16Array([1]),
  () => 1, Symbol('s'), new Proxy({}, {}), new WeakMap(), [Promise.resolve()], new SharedArrayBuffer(2),
  (function() { return arguments; })(1),
];
for (const value of values) {
  try {
    console.log(v8.serialize(value).toString('hex'));
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
}
