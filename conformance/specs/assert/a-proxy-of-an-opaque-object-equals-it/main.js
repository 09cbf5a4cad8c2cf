'use strict';
const { isDeepStrictEqual } = require('util');
for (const value of [Promise.resolve(1), new WeakMap(), new WeakSet(), new Map([[1, 2]]), new Date(0), [1], /x/]) {
  const proxy = new Proxy(value, {});
  console.log(value.constructor.name, isDeepStrictEqual(proxy, value), isDeepStrictEqual(value, proxy), isDeepStrictEqual(value, value));
}
