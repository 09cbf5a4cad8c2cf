'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

for (const name of ['b/c/d', 'a']) fs.mkdirSync(name, { recursive: true });
for (const name of ['b/one', 'b/c/two', 'zoë', '.hidden']) fs.writeFileSync(name, '');
fs.symlinkSync('b', 'link');
const kind = (entry) => (entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file');

console.log(fs.readdirSync('.'));
console.log(fs.readdirSync('.', { recursive: true }));
console.log(fs.readdirSync('.', 'buffer').at(-1));
console.log(fs.readdirSync('.', { encoding: 'hex' }).at(-1));
for (const entry of fs.readdirSync('.', { withFileTypes: true, recursive: true })) {
  console.log(entry.parentPath, entry.name, kind(entry));
}
(async () => {
  const names = [];
  for await (const entry of await fs.promises.opendir('.', { recursive: true })) {
    names.push(path.join(entry.parentPath, entry.name));
  }
  console.log(names.sort());
  console.log((await fs.promises.readdir('b', { withFileTypes: true })).map(kind));
})();
