'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const scratch = () => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-cwd-')));
const tell = (run) => {
  try {
    run();
  } catch ({ code, syscall, message }) {
    console.log(code, syscall, message);
  }
};

const known = scratch();
process.chdir(known);
console.log(process.cwd() === known, path.resolve('x') === path.join(known, 'x'));
fs.rmdirSync(known);
console.log(process.cwd() === known);

const unknown = scratch();
process.chdir(unknown);
fs.rmdirSync(unknown);
tell(() => process.cwd());
tell(() => process.chdir('/no/such/folder'));
process.chdir('/');
console.log(process.cwd(), path.resolve('a'));
