'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = path.join(os.tmpdir(), `order-${process.pid}`);
setImmediate(() => console.log('immediate'));
fs.mkdir(folder, () => {
  console.log('io');
  fs.rmdirSync(folder);
});
// The pool makes the folder while the script still runs, so the first poll phase finds the work done.
while (!fs.existsSync(folder));
const end = Date.now() + 20;
while (Date.now() < end);
