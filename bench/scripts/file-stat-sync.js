'use strict';
// The status of 50,000 files, while JavaScript waits.
const { statSync } = require('fs');
const { paths } = require('./support/files').smallFiles(50_000, 0);
const start = performance.now();
for (const path of paths) statSync(path);
console.log(JSON.stringify({ ms: performance.now() - start }));
