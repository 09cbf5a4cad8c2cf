'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

fs.mkdirSync('tree/deep', { recursive: true });
fs.writeFileSync('tree/file', 'text', { mode: 0o600 });
fs.symlinkSync('file', 'tree/link');
const show = (label, call) => {
  try {
    call();
    console.log(label, 'done');
  } catch ({ code }) {
    console.log(label, code);
  }
};

show('without recursive', () => fs.cpSync('tree', 'copy'));
show('whole', () => fs.cpSync('tree', 'copy', { recursive: true }));
console.log(fs.readdirSync('copy', { recursive: true }), (fs.statSync('copy/file').mode & 0o777).toString(8));
show('into itself', () => fs.cpSync('tree', 'tree/deep/copy', { recursive: true }));
show('onto itself', () => fs.cpSync('tree', 'tree', { recursive: true }));
show('folder onto file', () => fs.cpSync('tree', 'copy/file', { recursive: true }));
show('file onto folder', () => fs.cpSync('tree/file', 'copy'));
show('again', () => fs.cpSync('tree', 'copy', { recursive: true, force: false, errorOnExist: true }));
show('filtered', () => fs.cpSync('tree', 'some', { recursive: true, filter: (from) => !from.endsWith('link') }));
console.log(fs.readdirSync('some', { recursive: true }));
fs.cp('tree', 'later', { recursive: true, filter: async () => true }, (error) => {
  console.log(error, fs.readdirSync('later', { recursive: true }));
});
