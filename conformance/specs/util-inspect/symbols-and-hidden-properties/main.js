'use strict';
const util = require('node:util');
const value = { [Symbol('key')]: 1, [Symbol()]: 2, visible: 3 };
Object.defineProperty(value, 'hidden', { value: 4, enumerable: false });
Object.defineProperty(value, Symbol('hidden symbol'), { value: 5, enumerable: false });
console.log(value);
console.log(util.inspect(value, { showHidden: true }));
console.log(util.inspect([1], { showHidden: true }), util.inspect(new Map([[1, 2]]), { showHidden: true }));
