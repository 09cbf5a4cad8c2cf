'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const name = Buffer.from([0x66, 0xff, 0xfe]);
fs.writeFileSync(name, 'not text');
fs.mkdirSync('sub');
fs.renameSync(name, Buffer.concat([Buffer.from('sub/'), name]));
console.log(fs.readdirSync('sub'), fs.readdirSync('sub', 'buffer'));
console.log(fs.readFileSync(Buffer.concat([Buffer.from('sub/'), name]), 'utf8'));
try {
  fs.statSync(name);
} catch ({ message, path }) {
  console.log(message, path);
}
fs.writeFileSync(require('url').pathToFileURL('sub/with space'), '1');
console.log(fs.existsSync('sub/with space'));
fs.rmSync('sub', { recursive: true });
console.log(fs.readdirSync('.'));
