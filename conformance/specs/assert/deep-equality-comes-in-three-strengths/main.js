'use strict';
const assert = require('node:assert');
const { isDeepStrictEqual } = require('node:util');
class Point { constructor(x) { this.x = x; } }
const loop = () => { const a = { n: 1 }; a.self = a; return a; };
const pairs = {
  'number and text': [{ a: 1 }, { a: '1' }],
  'prototype': [new Point(1), { x: 1 }],
  'zeros': [[0], [-0]],
  'NaN': [[NaN], [NaN]],
  'key order': [{ a: 1, b: 2 }, { b: 2, a: 1 }],
  'symbol key': [{ [Symbol.for('k')]: 1 }, {}],
  'hole and undefined': [[, 1], [undefined, 1]],
  'more keys': [{ a: 1, b: 2 }, { a: 1 }],
  'longer list': [[1, 2, 3, 4], [2, 4]],
  'set of objects': [new Set([{ a: 1 }, { b: 2 }]), new Set([{ b: 2 }, { a: 1 }])],
  'set of loose twins': [new Set([1, '2', null]), new Set(['1', 2, undefined])],
  'map with object keys': [new Map([[{ k: 1 }, 'v'], ['x', 1]]), new Map([['x', 1], [{ k: 1 }, 'v']])],
  'larger map': [new Map([['x', 1], ['y', 2]]), new Map([['y', 2]])],
  'dates': [new Date(5), new Date(5)],
  'last index': [/a/g, Object.assign(/a/g, { lastIndex: 1 })],
  'errors': [new Error('a'), new Error('a', { cause: 1 })],
  'boxed': [Object('a'), 'a'],
  'bytes': [new Uint8Array([1, 2]), Buffer.from([1, 2])],
  'floats': [new Float32Array([0]), new Float32Array([-0])],
  'cycles': [loop(), loop()],
  'unlike cycles': [loop(), { n: 1, self: { n: 1, self: {} } }],
  'weak maps': [new WeakMap(), new WeakMap()],
  'urls': [new URL('http://a/b'), new URL('http://a/c')],
  'proxies': [new Proxy([1], {}), [1]],
};
const holds = (method, a, b) => {
  try {
    assert[method](a, b);
    return true;
  } catch {
    return false;
  }
};
for (const [name, [a, b]] of Object.entries(pairs)) {
  console.log(name, holds('deepEqual', a, b), holds('deepStrictEqual', a, b), holds('partialDeepStrictEqual', a, b),
              isDeepStrictEqual(a, b, true));
}
