const fs = require('fs');
const path = require('path');
const seen = [];
for (const name of ['fs', 'child', 'net', 'worker', 'addon', 'wasi', 'inspector']) {
  require('diagnostics_channel').subscribe(`node:permission-model:${name}`, (message) => {
    seen.push([name, message.permission, path.basename(message.resource), message.drop]);
  });
}
const attempt = (name, run) => {
  try {
    run();
    console.log(name, 'allowed');
  } catch (error) {
    console.log(name, error.code, error.permission);
  }
};
const { drop, has } = process.permission;
const file = path.join(__dirname, 'a', 'x.txt');
const fd = fs.openSync(file);
drop('fs.read', file);
attempt('a file of a granted folder', () => fs.readFileSync(file));
let begun;
fs.readFile(file, 'utf8', (error, text) => {
  begun = error ?? text.trim();
});
drop('fs.read', path.join(__dirname, 'a'));
attempt('a dropped folder', () => fs.readFileSync(file));
attempt('another', () => fs.readFileSync(path.join(__dirname, 'b', 'x.txt')));
attempt('what was open', () => fs.readSync(fd, Buffer.alloc(1)));
drop('net');
drop('child');
drop('nonsense');
attempt('net', () => require('net').createServer().listen(0));
attempt('child', () => require('child_process').spawnSync('true'));
drop('fs');
attempt('everything', () => fs.readFileSync(__filename));
console.log(has('fs'), has('fs.read', __filename), has('net'), has('child'));
for (const args of [[], [1], ['fs.read', 1], ['fs.read', {}]]) {
  try {
    console.log(drop(...args));
  } catch (error) {
    console.log(error.code);
  }
}
process.on('exit', () => {
  console.log('what had begun', begun);
  console.log(seen);
});
