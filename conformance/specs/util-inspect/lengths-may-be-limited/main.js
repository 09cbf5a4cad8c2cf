'use strict';
const util = require('node:util');
console.log(util.inspect([1, 2, 3, 4], { maxArrayLength: 2 }), util.inspect([1, 2], { maxArrayLength: 0 }), util.inspect(new Set([1, 2, 3]), { maxArrayLength: 1 }), util.inspect(new Map([[1, 2], [3, 4]]), { maxArrayLength: 1 }));
console.log(util.inspect(new Uint8Array(10), { maxArrayLength: 3 }), util.inspect('text', { maxStringLength: 2 }));
