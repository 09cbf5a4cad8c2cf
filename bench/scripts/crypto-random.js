'use strict';
// 300 times 1 MiB of random bytes.
const { randomBytes } = require('crypto');
for (let i = 0; i < 10; i++) randomBytes(1 << 20);
const start = performance.now();
for (let i = 0; i < 300; i++) randomBytes(1 << 20);
console.log(JSON.stringify({ ms: performance.now() - start }));
