'use strict';
// SHA-256 of 20 characters, as for a cache's key.
const { createHash } = require('crypto');
const run = (n) => {
  let length = 0;
  for (let i = 0; i < n; i++) length += createHash('sha256').update('abcdefghijabcdefghij').digest('hex').length;
  return length;
};
run(50_000);
const start = performance.now();
run(500_000);
console.log(JSON.stringify({ ms: performance.now() - start }));
