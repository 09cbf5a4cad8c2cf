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
setTimeout(() => console.log('timer'), 1);
while (!fs.existsSync(folder));
const end = Date.now() + 20;
while (Date.now() < end);
