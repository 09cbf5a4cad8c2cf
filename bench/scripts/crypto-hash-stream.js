'use strict';
// SHA-256 of 1 GiB, in parts of 1 MiB.
const { createHash } = require('crypto');
const part = Buffer.alloc(1 << 20, 7);
const start = performance.now();
const hash = createHash('sha256');
for (let i = 0; i < 1024; i++) hash.update(part);
hash.digest();
console.log(JSON.stringify({ ms: performance.now() - start }));
