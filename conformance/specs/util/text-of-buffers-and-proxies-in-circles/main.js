'use strict';
const { format, inspect } = require('node:util');
console.log(format('%s|%s|%s', Buffer.from('abc'), new Uint8Array(2), new URL('http://a')));
console.log(format('%s', new Blob(['a'])), format('%s', new AbortController()));
const target = { a: 1 };
const proxy = new Proxy(target, {});
target.self = proxy;
console.log(inspect(proxy), inspect(target), inspect(proxy, { showProxy: true }));
const list = [];
list.push(new Proxy(list, {}), list);
console.log(inspect(list), inspect(list[0]));
try {
  Buffer.alloc(8).writeIntBE(1e300, 0, 1);
} catch (error) {
  console.log(error.message);
}
console.log(Buffer.alloc(0).fill(Buffer.alloc(0)));
