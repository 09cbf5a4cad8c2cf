'use strict';
// The status of 50,000 files at once, by promises.
const { stat } = require('fs/promises');
const { paths } = require('./support/files').smallFiles(50_000, 0);
const start = performance.now();
Promise.all(paths.map((path) => stat(path))).then(() => {
  console.log(JSON.stringify({ ms: performance.now() - start }));
});
