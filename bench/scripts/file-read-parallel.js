'use strict';
// 10,000 files of 1 KiB read at once, by promises.
const { readFile } = require('fs/promises');
const { paths } = require('./support/files').smallFiles(10_000, 1024);
const start = performance.now();
Promise.all(paths.map((path) => readFile(path))).then(() => {
  console.log(JSON.stringify({ ms: performance.now() - start }));
});
