'use strict';
// All names below a folder of 50,000 files in 500 folders, while JavaScript waits.
const { readdirSync } = require('fs');
const { root } = require('./support/files').smallFiles(50_000, 0);
const start = performance.now();
readdirSync(root, { recursive: true });
console.log(JSON.stringify({ ms: performance.now() - start }));
