'use strict';
const util = require('node:util');
const value = { a: { b: { c: { d: 1 }, list: [[[1]]] } } };
console.log(util.inspect(value));
console.log(util.inspect(value, { depth: 0 }), util.inspect(value, { depth: null }), util.inspect(value, false, 1));
console.log(util.inspect([[[[]]]]), util.inspect({ a: {} }), util.inspect({ a: { b: { c: {} } } }));
