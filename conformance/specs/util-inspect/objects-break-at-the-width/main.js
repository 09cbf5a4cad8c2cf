'use strict';
const util = require('node:util');
console.log({ a: 'x'.repeat(30), b: 'y'.repeat(30) });
console.log({ a: 'x'.repeat(40), b: 'y'.repeat(40) });
console.log({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, { a: { b: 1 }, c: { d: [1, 2, 3] } });
console.log(util.inspect({ a: { b: { c: 1 } } }, { compact: false }));
console.log(util.inspect({ a: 'x'.repeat(40), b: 'y'.repeat(40) }, { breakLength: Infinity }));
console.log(util.inspect({ a: { b: 1, c: 2 } }, { compact: true, breakLength: 10 }));
