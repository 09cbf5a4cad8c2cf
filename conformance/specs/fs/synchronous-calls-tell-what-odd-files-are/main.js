'use strict';
// Sizes around those of buffers, strange names, and what is no regular file, by the synchronous calls.
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const cut = (text) => (text.length > 200 ? `${text.slice(0, 80)}... ${text.length} characters` : text);
const kinds = (stats) => [stats.isFile(), stats.isDirectory(), stats.isSymbolicLink(), stats.isFIFO(), stats.isCharacterDevice()];
const show = (label, call) => {
  let answer;
  try {
    answer = call();
    if (answer instanceof fs.Stats) answer = kinds(answer).join();
    if (Buffer.isBuffer(answer)) answer = answer.toString('latin1');
  } catch ({ code, syscall, path, message }) {
    answer = [code, syscall, path && cut(path), cut(message)].join(' | ');
  }
  console.log(label, '->', answer);
};

for (const size of [0, 1, 4095, 8192, 65535, 65536, 65537, 131072, 262144, 1 << 20, 3 << 20]) {
  const data = Buffer.alloc(size, 'abcdefg');
  const file = `f${size}`;
  fs.writeFileSync(file, data);
  show(size, () => [fs.readFileSync(file).equals(data), fs.readFileSync(file, 'utf8') === data.latin1Slice(), fs.statSync(file).size]);
}

const long = 'é'.repeat(100) + '日'.repeat(18);
fs.writeFileSync(long, 'contents');
show('a name of 254 bytes', () => fs.readFileSync(long, 'latin1'));
show('a name of 300 bytes', () => fs.readFileSync('x'.repeat(300)));
show('a path of 5,000 bytes', () => fs.statSync(`${'./'.repeat(2500)}f0`));
show('a path of 40,000 bytes', () => fs.accessSync('x/'.repeat(20_000)));
show('a path of 40,000 bytes read', () => fs.readFileSync('x/'.repeat(20_000)));
show('a surrogate alone', () => {
  fs.writeFileSync('a\ud800b', 'contents');
  return fs.readFileSync('a\ud800b', 'utf8');
});
show('a name that is no text', () => {
  const name = Buffer.from([0x66, 0xff, 0x67]);
  fs.writeFileSync(name, 'contents');
  return fs.readFileSync(name, 'utf8');
});
show('bytes that are no text', () => {
  fs.writeFileSync('bad', Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xef, 0xbb, 0xbf]));
  return JSON.stringify(fs.readFileSync('bad', 'utf8'));
});
show('no name', () => fs.readFileSync(''));
show('the status of no name', () => fs.statSync(''));

show('a folder', () => fs.readFileSync('.'));
show('below a file', () => fs.readFileSync('f0/x'));
show('the status below a file', () => fs.statSync('f0/x', { throwIfNoEntry: false }));
show('the status of a link below a file', () => fs.lstatSync('f0/x', { throwIfNoEntry: false }));
show('nothing', () => fs.statSync('nothing', { throwIfNoEntry: false }));
fs.symlinkSync('nothing', 'dangling');
fs.symlinkSync('loop', 'loop');
fs.symlinkSync('f1', 'link');
show('a link to nothing', () => fs.readFileSync('dangling'));
show('its status', () => fs.lstatSync('dangling'));
show('a link to itself', () => fs.readFileSync('loop'));
show('the status behind it', () => fs.statSync('loop'));
show('a link', () => fs.readFileSync('link'));
show('/proc', () => [fs.statSync('/proc/self/status').size, fs.readFileSync('/proc/self/status', 'utf8').startsWith('Name:')]);
show('/dev/null', () => fs.readFileSync('/dev/null').length);
show('its kind', () => fs.statSync('/dev/null'));
require('child_process').execFileSync('mkfifo', ['fifo']);
show('a FIFO', () => fs.statSync('fifo'));
show('without a writer', () => {
  const fd = fs.openSync('fifo', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  try {
    return kinds(fs.fstatSync(fd)).join();
  } finally {
    fs.closeSync(fd);
  }
});

for (const mode of [0, 2, 4, 6, undefined]) show(`access ${mode}`, () => fs.accessSync('f1', mode));
show('execute', () => fs.accessSync('f1', fs.constants.X_OK));
show('exists', () => ['f1', 'nothing', 'dangling', '.', ''].map((name) => fs.existsSync(name)));

const fd = fs.openSync('f8192');
show('an open file', () => fs.fstatSync(fd).size);
fs.unlinkSync('f8192');
show('when it was removed', () => [fs.fstatSync(fd).size, fs.fstatSync(fd).nlink, fs.readFileSync(fd).length]);
fs.closeSync(fd);
show('when it was closed', () => fs.fstatSync(fd));
for (const flag of ['r+', 'rs', 'a+', 'wx']) show(flag, () => fs.readFileSync('f1', { flag }));

// What was begun before is under way when a synchronous call waits for it.
fs.writeFile('later', 'x', () => {});
const limit = Date.now() + 20_000;
while (!fs.existsSync('later') && Date.now() < limit);
console.log('written meanwhile', fs.existsSync('later'));
