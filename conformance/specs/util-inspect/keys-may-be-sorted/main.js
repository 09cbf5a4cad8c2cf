'use strict';
const util = require('node:util');
const value = { b: 1, a: { d: 1, c: 2 }, C: 3 };
console.log(util.inspect(value, { sorted: true }), util.inspect(value, { sorted: (x, y) => (x < y ? 1 : -1) }));
console.log(util.inspect(new Map([['b', 1], ['a', 2]]), { sorted: true }), util.inspect(new Set(['b', 'a']), { sorted: true }));
