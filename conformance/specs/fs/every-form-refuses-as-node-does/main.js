'use strict';

// Every function that takes paths, with paths that lead nowhere, elsewhere, or are none, and with wrong options: in its
// three forms, one after the other.

const fs = require('fs');
const os = require('os');
const path = require('path');
const { inspect } = require('util');
const { pathToFileURL } = require('url');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'refusals-'));
process.on('exit', () => {
  process.chdir('/');
  fs.rmSync(folder, { recursive: true });
});
process.chdir(folder);

function makeFiles() {
  for (const name of fs.readdirSync('.')) fs.rmSync(name, { recursive: true });
  fs.mkdirSync('dir/sub', { recursive: true });
  fs.mkdirSync('empty');
  fs.writeFileSync('file', 'hello world');
  fs.writeFileSync('dir/a', 'A');
  fs.writeFileSync('dir/sub/b', 'B');
  fs.symlinkSync('file', 'link');
  fs.symlinkSync('loop', 'loop');
}

const clean = (text) => String(text).replaceAll(folder, '<folder>');

function shown(value) {
  if (value instanceof Error) {
    const { name, code, errno, syscall, path: ofError, dest, message } = value;
    return clean([name, code, errno, syscall, ofError, dest, message].filter((part) => part !== undefined).join(' | '));
  }
  if (Buffer.isBuffer(value)) return `bytes ${value}`;
  if (typeof value === 'number' || value === undefined) return 'done';
  return Array.isArray(value) || typeof value === 'string' ? clean(inspect(value, { breakLength: Infinity })) : 'done';
}

const calls = [];
const add = (name, ...args) => calls.push([name, args]);

for (const one of ['file', 'dir', 'none', 'file/x', 'link', 'loop', '', 'x'.repeat(300), 'a\0b', 5.5, undefined, {},
  Buffer.from('file'), pathToFileURL(path.join(folder, 'file')), new URL('http://a/b'), new URL('file:///a%2fb')]) {
  for (const name of ['access', 'stat', 'lstat', 'readlink', 'readFile', 'readdir', 'unlink', 'rmdir', 'mkdir', 'rm',
    'truncate', 'statfs']) add(name, one);
  add('chmod', one, 0o600);
  add('chown', one, 0, 0);
  add('utimes', one, 1, 2);
  add('writeFile', one, 'data');
  add('appendFile', one, 'data');
  add('rename', one, 'new');
  add('rename', 'dir', one);
  add('link', one, 'new');
  add('symlink', 'x', one);
  add('copyFile', one, 'new');
  add('copyFile', 'file', one);
  add('mkdir', one, { recursive: true });
  add('rm', one, { force: true });
}
for (const mode of [8, -1, '1', 1.5, NaN, {}]) {
  add('access', 'file', mode);
  add('copyFile', 'file', 'new', mode);
}
for (const flag of ['r+', 'wx', 'ax', 'x', 'rw', 'R', 1.5]) {
  add('readFile', 'file', { flag });
  add('writeFile', 'file', 'x', { flag });
  add('writeFile', 'none', 'x', { flag });
}
for (const mode of ['600', '0o600', -1, 1.5, null, {}]) {
  add('mkdir', 'new', { mode });
  add('chmod', 'file', mode);
  add('writeFile', 'none', 'x', { mode });
}
for (const encoding of ['hex', 'buffer', 'bad', 5]) {
  add('readFile', 'file', encoding);
  add('readdir', 'dir', { encoding });
  add('readdir', 'dir', { encoding, recursive: true });
  add('readlink', 'link', encoding);
}
for (const data of [5, null, undefined, {}, true]) add('writeFile', 'file', data);
for (const number of ['x', NaN, null, 1.5, -1]) {
  add('truncate', 'file', number);
  add('utimes', 'file', number, number);
  add('chown', 'file', number, 0);
}
for (const options of [undefined, { recursive: true }, { recursive: 'x' }, { filter: 5 }, { mode: 9 }, 5]) {
  add('cp', 'dir', 'new', options);
  add('cp', 'dir', 'dir/inner', options);
  add('cp', 'dir', 'file', options);
  add('cp', 'file', 'empty', options);
  add('cp', 'file', 'file', options);
  add('rm', 'dir', options);
}

const forms = {
  sync: (name, args) => fs[`${name}Sync`](...args),
  promise: (name, args) => fs.promises[name](...args),
  callback: (name, args) => new Promise((resolve, reject) => {
    fs[name](...args, (error, result) => (error ? reject(error) : resolve(result)));
  }),
};

(async () => {
  for (const [name, args] of calls) {
    const outcomes = [];
    for (const form of ['sync', 'callback', 'promise']) {
      makeFiles();
      try {
        outcomes.push(shown(await forms[form](name, args)));
      } catch (error) {
        outcomes.push(shown(error));
      }
    }
    const said = args.map((one) => clean(inspect(one, { breakLength: Infinity, maxStringLength: 20 }).split('\n')[0])).join(', ');
    console.log(`${name}(${said})`);
    for (const outcome of new Set(outcomes)) console.log(`  ${outcome}`);
  }
})();
