'use strict';
const util = require('node:util');
console.log(new Uint8Array([1, 2, 3]), new Float64Array(2), new BigInt64Array([1n, -1n]), new Uint8Array());
console.log(new ArrayBuffer(4), new SharedArrayBuffer(2), new DataView(new ArrayBuffer(3), 1));
console.log(Buffer.from('hello'), [Buffer.alloc(60)]);
console.log(util.inspect(new Uint8Array(2), { showHidden: true }));
