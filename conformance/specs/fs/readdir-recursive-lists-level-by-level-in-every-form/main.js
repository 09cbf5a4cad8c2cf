'use strict';
const fs = require('fs');
const path = require('path');
const root = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(root);
process.on('exit', () => fs.rmSync(root, { recursive: true }));

for (const folder of ['a/b/c', 'a/d', 'e/f', 'g', 'empty']) fs.mkdirSync(folder, { recursive: true });
for (const file of ['a/1', 'a/b/2', 'a/b/c/3', 'a/d/4', 'e/5', 'e/f/6', 'g/7', 'zoë']) fs.writeFileSync(file, '');
fs.symlinkSync('../e', 'g/link');
fs.symlinkSync('nowhere', 'dead');
fs.mkdirSync('many');
for (let i = 0; i < 150; i++) fs.mkdirSync(`many/${i}/below`, { recursive: true });

const shown = ({ parentPath, name }) => `${parentPath}:${name}`;
const log = (...args) => console.log(...args.map((arg) => (Array.isArray(arg) ? arg.join(' ') : arg)));

log('names', fs.readdirSync('.', { recursive: true }).filter((name) => !name.startsWith('many/')));
log('many', fs.readdirSync('many', { recursive: true }));
log('entries', fs.readdirSync('a', { recursive: true, withFileTypes: true }).map(shown));
log('below a path that is not normal', fs.readdirSync('./g/../a', { recursive: true, withFileTypes: true }).map(shown));
for (const encoding of ['buffer', 'hex', 'latin1']) {
  log(encoding, fs.readdirSync('g', { recursive: true, encoding }));
  log(encoding, fs.readdirSync('g', { recursive: true, encoding, withFileTypes: true }).map(shown));
}
log('path of bytes', fs.readdirSync(Buffer.from('e/'), { recursive: true, withFileTypes: true }).map(shown));
log('empty', fs.readdirSync('empty', { recursive: true }).length,
    fs.readdirSync('empty', { recursive: true, withFileTypes: true }).length);
try {
  fs.readdirSync('a/1', { recursive: true });
} catch (error) {
  log(error.message, error.path);
}
fs.readdir('e', { recursive: true }, (error, names) => {
  log('callback', names);
  fs.readdir('missing', { recursive: true }, async (error) => {
    log(error.message);
    log('promise', await fs.promises.readdir('e', { recursive: true, withFileTypes: true }).then((all) => all.map(shown)));
    await fs.promises.readdir('a/..//missing', { recursive: true }).catch((error) => log(error.message));
  });
});
