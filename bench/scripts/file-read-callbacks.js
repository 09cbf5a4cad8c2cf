'use strict';
// 10,000 files of 1 KiB read at once, by callbacks.
const { readFile } = require('fs');
const { paths } = require('./support/files').smallFiles(10_000, 1024);
const start = performance.now();
let left = paths.length;
for (const path of paths) {
  readFile(path, (error) => {
    if (error) throw error;
    if (--left === 0) console.log(JSON.stringify({ ms: performance.now() - start }));
  });
}
