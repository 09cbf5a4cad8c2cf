'use strict';
// 5,000 files of 1 KiB read one after the other, by promises.
const { readFile } = require('fs/promises');
const { paths } = require('./support/files').smallFiles(5_000, 1024);
(async () => {
  const start = performance.now();
  for (const path of paths) await readFile(path);
  console.log(JSON.stringify({ ms: performance.now() - start }));
})();
