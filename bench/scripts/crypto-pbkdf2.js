'use strict';
// Eight keys of 100,000 iterations of HMAC-SHA-512 at once, on the pool.
const { pbkdf2, pbkdf2Sync } = require('crypto');
pbkdf2Sync('password', 'salt', 1, 8, 'sha512'); // the library is loaded
const start = performance.now();
let left = 8;
for (let i = 0; i < 8; i++) {
  pbkdf2('password', `salt ${i}`, 100_000, 64, 'sha512', (error) => {
    if (error) throw error;
    if (--left === 0) console.log(JSON.stringify({ ms: performance.now() - start }));
  });
}
