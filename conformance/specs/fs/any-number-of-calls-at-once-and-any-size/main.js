'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const content = (size) => Buffer.alloc(size, 'abcdefg\u00e9');
const same = (a, b) => Buffer.compare(a, b) === 0;

(async () => {
  // Sizes around those at which the way of reading changes.
  for (const size of [0, 1, 16_319, 16_320, 16_321, 65_536, 524_288, 524_289, 1_500_000]) {
    const expected = content(size);
    fs.writeFileSync('sized', expected);
    const fd = fs.openSync('sized', 'r+');
    const into = Buffer.alloc(size + 10);
    const called = await new Promise((resolve) => fs.readFile('sized', (error, data) => resolve(data)));
    const answers = [
      same(await fs.promises.readFile('sized'), expected),
      same(called, expected),
      same(fs.readFileSync('sized'), expected),
      (await fs.promises.readFile('sized', 'utf8')) === expected.toString(),
      fs.readSync(fd, into, 5, size, 0) === size && same(into.subarray(5, 5 + size), expected),
      size === 0 || fs.writeSync(fd, expected, 0, size, 0) === size,
      fs.fstatSync(fd).size,
    ];
    fs.closeSync(fd);
    console.log(size, ...answers);
  }

  // More calls than can be under way; each has its own answer, and errors are where they belong.
  const names = Array.from({ length: 700 }, (_, i) => `file-${i}`);
  await Promise.all(names.map((name, i) => (i % 7 === 3 ? undefined : fs.promises.writeFile(name, `${name} `.repeat(i)))));
  const texts = await Promise.allSettled(names.map((name) => fs.promises.readFile(name, 'utf8')));
  console.log(texts.every(({ status, value, reason }, i) => (i % 7 === 3 ?
    status === 'rejected' && reason.code === 'ENOENT' && reason.path === names[i] && reason.syscall === 'open' :
    value === `${names[i]} `.repeat(i))));
  const stats = await Promise.allSettled(names.map((name) => fs.promises.stat(name)));
  console.log(stats.every(({ value }, i) => value?.size === (i % 7 === 3 ? undefined : (names[i].length + 1) * i)));

  // A folder whose names are more than one answer holds.
  fs.mkdirSync('many/more', { recursive: true });
  const many = Array.from({ length: 1200 }, (_, i) => `a-rather-long-name-for-a-file-\u00e9-${i}`).sort();
  for (const name of many) fs.writeFileSync(`many/${name}`, '');
  fs.writeFileSync('many/more/last', '');
  const expected = JSON.stringify([...many, 'more']);
  console.log(JSON.stringify(fs.readdirSync('many')) === expected);
  console.log(JSON.stringify(await fs.promises.readdir('many')) === expected);
  console.log((await fs.promises.readdir('many', { recursive: true })).slice(-2), fs.readdirSync('many', { recursive: true }).length);

  // Paths: as bytes, beyond ASCII, too long.
  fs.writeFileSync('n\u00e4me-\u{1f600}', 'text');
  console.log(fs.statSync(Buffer.from('n\u00e4me-\u{1f600}')).size, (await fs.promises.stat('n\u00e4me-\u{1f600}')).size);
  for (const length of [4095, 4096, 20_000]) {
    const error = await fs.promises.stat('x'.repeat(length)).catch((e) => e);
    console.log(error.code, error.path.length, error.message.length);
  }

  // What tells no size, and what is no file.
  console.log((await fs.promises.readFile('/proc/self/status', 'utf8')).startsWith('Name:'));
  const error = await fs.promises.readFile('.').catch((e) => e);
  console.log(error.code, error.syscall, error.message);
  console.log(fs.statSync('missing', { throwIfNoEntry: false }), fs.statSync('file-0/x', { throwIfNoEntry: false }));
  console.log(fs.lstatSync('missing', { throwIfNoEntry: false }));
})();
