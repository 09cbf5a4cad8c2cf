'use strict';
// The status of 50,000 files at once, by callbacks.
const { stat } = require('fs');
const { paths } = require('./support/files').smallFiles(50_000, 0);
const start = performance.now();
let left = paths.length;
for (const path of paths) {
  stat(path, (error) => {
    if (error) throw error;
    if (--left === 0) console.log(JSON.stringify({ ms: performance.now() - start }));
  });
}
