'use strict';
// 100,000 reads of 1 KiB from one descriptor, while JavaScript waits.
const fs = require('fs');
const { paths: [path] } = require('./support/files').smallFiles(1, 1024);
const fd = fs.openSync(path);
const buffer = Buffer.alloc(1024);
const start = performance.now();
for (let i = 0; i < 100_000; i++) fs.readSync(fd, buffer, 0, 1024, 0);
console.log(JSON.stringify({ ms: performance.now() - start }));
fs.closeSync(fd);
