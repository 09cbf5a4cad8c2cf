'use strict';

const fs = require('fs');
const os = require('os');

const file = `${fs.mkdtempSync(`${os.tmpdir()}/patched-`)}/bad.js`;
fs.writeFileSync(file, 'let let = 1');
Error.prepareStackTrace = () => { throw new Error('from prepareStackTrace'); };
Error.prototype.toString = () => { throw new Error('from toString'); };
for (let i = 0; i < 3; i++) {
  try { require(file); } catch (error) { console.log(error.name, error.message); }
}
fs.rmSync(file);
