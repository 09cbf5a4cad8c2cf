'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const show = (call) => {
  try {
    console.log(call());
  } catch ({ message }) {
    console.log(message);
  }
};
const mkdirp = (name) => show(() => fs.mkdirSync(name, { recursive: true }));

mkdirp('a/b/c');
mkdirp('a/b/c');
mkdirp('a/b/d/../e/');
mkdirp('./x//y///');
fs.writeFileSync('file', '');
mkdirp('file');
mkdirp('file/below');
mkdirp('file/below/that');
fs.symlinkSync('nowhere', 'dangling');
mkdirp('dangling/x');
console.log(fs.readdirSync('.', { recursive: true }));
fs.promises.mkdir('p/q', { recursive: true }).then((first) => console.log('promise', first));
