'use strict';
// A file of 1 GiB copied through streams.
const fs = require('fs');
const path = require('path');
const root = require('./support/files').temporaryFolder();
const from = path.join(root, 'from');
const fd = fs.openSync(from, 'w');
const block = Buffer.alloc(1 << 20, 'abc');
for (let i = 0; i < 1024; i++) fs.writeSync(fd, block);
fs.closeSync(fd);
const start = performance.now();
fs.createReadStream(from).pipe(fs.createWriteStream(path.join(root, 'to'))).on('close', () => {
  console.log(JSON.stringify({ ms: performance.now() - start }));
});
