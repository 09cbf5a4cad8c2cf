'use strict';
// Eight keys of scrypt with its default parameters at once, on the pool.
const { scrypt, scryptSync } = require('crypto');
scryptSync('password', 'salt', 8, { N: 2 }); // the library is loaded
const start = performance.now();
let left = 8;
for (let i = 0; i < 8; i++) {
  scrypt('password', `salt ${i}`, 64, (error) => {
    if (error) throw error;
    if (--left === 0) console.log(JSON.stringify({ ms: performance.now() - start }));
  });
}
