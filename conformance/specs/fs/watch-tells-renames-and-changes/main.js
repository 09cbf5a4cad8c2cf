'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

fs.mkdirSync('watched');
const seen = new Set();
const watcher = fs.watch('watched', (event, name) => {
  seen.add(`${event} ${name}`);
  if (name === 'last') watcher.close();
});
watcher.on('close', () => console.log([...seen].sort()));
fs.writeFileSync('watched/one', 'text');
fs.renameSync('watched/one', 'watched/two');
fs.unlinkSync('watched/two');
fs.mkdirSync('watched/last');
try {
  fs.watch('missing');
} catch ({ code, syscall, path, filename }) {
  console.log(code, syscall, path, filename);
}
