'use strict';
const util = require('node:util');
console.log(util.format('%s|%d|%i|%f|%j|%o|%O|%c|%%', 'a', 1, 2.5, '3.5', { j: 1 }, { o: [1] }, { O: { a: { b: {} } } }, 'css'));
console.log(util.format('%d %d %i %f', '0x10', 5n, 7n, 'no'), util.format('%d', ''), util.format('%i', 'abc'), util.format('%s', Symbol('x')));
console.log(util.format('%j', (() => { const a = {}; a.a = a; return a; })()), util.format('%s', null), util.format('%s', { toString: 1 }));
console.log(util.format(), util.format(1, 2, '3'), util.format('%'), util.format('%s%s', 'a'), util.format('a', 'b', { c: 1 }, ['d']));
console.log(util.formatWithOptions({ colors: true }, '%o %s', 1, 2n, { three: 3 }));
