'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { inspect } = require('util');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'transfers-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'file');
fs.writeFileSync(file, '0123456789');
const fd = fs.openSync(file, 'r+');

const text = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').replaceAll('\0', '.');
const content = () => text(fs.readFileSync(file));

function show(name, args, answer) {
  let outcome;
  try {
    outcome = answer(fs[name](fd, ...args));
  } catch (error) {
    outcome = `${error.name} ${error.code}: ${error.message}`;
  }
  console.log(`${name}(${inspect(args, { breakLength: Infinity }).slice(2, -2)}) ${outcome}`);
}

const room = () => Buffer.alloc(4);
for (const args of [[room()], [room(), 0, 4, 2], [room(), 1, 2, null], [room(), { offset: 1, length: 2, position: 3 }],
  [room(), { position: 5n }], [room(), 5], [room(), 0, 5], [room(), -1], [room(), 0, -1], [room(), 1.5], [room(), 0, 1.5],
  [room(), 0, 4, -2], [room(), 0, 4, 1.5], [room(), 0, 4, 'x'], [room(), 0, 4, 2n ** 64n], [room(), 0, 4, 100],
  [Buffer.alloc(0)], ['text'], [new Uint16Array(2), 0, 4, 0], [new DataView(new ArrayBuffer(3)), 0, 3, 0], [{}], [undefined],
  [room(), { length: 10 }], [room(), { offset: 'x' }], [room(), 'x']]) {
  show('readSync', args, (count) => `${count} ${text(args[0])}`);
}
const abc = Buffer.from('ABC');
for (const args of [['abc'], ['abc', 2], ['616263', 0, 'hex'], ['abc', 0, 'bad'], ['abc', 'x'], [abc], [abc, 1], [abc, 1, 1, 7],
  [abc, 5], [abc, 0, 9], [abc, -1], [abc, 1.5], [abc, { offset: 1 }], [abc, { position: 3 }], [5], [null], [{}],
  [new Uint16Array([0x4141])], [''], ['é', 0, 'latin1'], [abc, 0, 1, '3'], [abc, 0, 1, 2n]]) {
  show('writeSync', args, (count) => `${count} ${content()}`);
}
for (const args of [[[abc, abc]], [[]], [[abc], 2], [['x']], [null], [[abc], 'x'], [[abc], 1.5]]) {
  show('writevSync', args, (count) => `${count} ${content()}`);
}
for (const args of [[[room(), room()], 0], [[room()], 100], [[]], [['x']], [null]]) {
  show('readvSync', args, (count) => `${count} ${args[0].map(text)}`);
}
for (const length of [3, 0, 20, -5, 1.5, 'x', null]) show('ftruncateSync', [length], content);

fs.closeSync(fd);
for (const [name, ...args] of [['closeSync'], ['readSync', room()], ['writeSync', 'x'], ['fstatSync'], ['fsyncSync'],
  ['readFileSync'], ['writeFileSync', 'x']]) show(name, args, String);

(async () => {
  const handle = await fs.promises.open(file, 'r+');
  const tell = async (name, ...args) => {
    let outcome;
    try {
      const result = await handle[name](...args);
      outcome = Buffer.isBuffer(result) ? text(result) : result?.bytesRead ?? result?.bytesWritten ?? result;
    } catch (error) {
      outcome = `${error.name} ${error.code}: ${error.message}`;
    }
    console.log(`handle.${name}`, outcome);
  };
  for (const [name, ...args] of [['write', 'ab', 0], ['write', abc, 1, 1, 4], ['write', 5], ['write', null], ['writev', [abc], 0],
    ['readv', [room()], 0], ['readv', []], ['read', room(), 0, 3, 0], ['read', { buffer: room(), position: 1 }], ['read', 'x'],
    ['read', room(), 5], ['readFile', 'utf8'], ['appendFile', 'app'], ['writeFile', 'WF'], ['truncate', 4], ['truncate', 'x'],
    ['chmod', 'zz'], ['utimes', 1, 2], ['sync'], ['datasync'], ['close'], ['close'], ['read', room()], ['stat']]) {
    await tell(name, ...args);
  }
  console.log(handle.fd, content());

  fs.mkdirSync(path.join(folder, 'a/b'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'a/b/x.js'), '');
  process.chdir(folder);
  for (const cwd of ['a', folder, undefined]) {
    console.log(fs.globSync('**/*.js', { cwd, withFileTypes: true }).map(({ parentPath }) => parentPath.replace(folder, '<folder>')));
  }
  process.chdir('/');
})();
