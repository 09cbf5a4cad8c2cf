'use strict';
// Writes are queued, their descriptor is closed before they start, and another file is opened at once. The kernel would
// give it the same number, and Node writes into it. Here the late writes get EBADF, and the number is free afterwards.

const assert = require('node:assert');
const fs = require('node:fs');
const { scratch } = require('./support');

const folder = scratch();
const data = Buffer.alloc(50_000, 'late');
const openDescriptors = () => fs.readdirSync('/proc/self/fd').length;

const WRITES = {
  write: (fd, done) => fs.write(fd, data, done),
  writeAt: (fd, done) => fs.write(fd, data, 0, data.length, 100, done),
  writeText: (fd, done) => fs.write(fd, data.toString(), done),
  writev: (fd, done) => fs.writev(fd, [data, data], done),
  writeFile: (fd, done) => fs.writeFile(fd, data, done),
  ftruncate: (fd, done) => fs.ftruncate(fd, 4096, done),
};
const CLOSES = {
  closeSync: (fd) => fs.closeSync(fd),
  close: (fd) => fs.close(fd, assert.ifError),
};

async function attack(write, close, round) {
  const fd = fs.openSync(`${folder}/closed`, 'w');
  const others = [];
  const openOther = () => others.push(fs.openSync(`${folder}/other${others.length}`, 'w'));
  let codes = '';
  const writes = [];
  for (let i = 0; i < 30; i++) {
    writes.push(new Promise((resolve) => {
      write(fd, (error) => {
        codes += error ? error.code : '.';
        openOther();
        resolve();
      });
    }));
  }
  if (round % 2) setImmediate(close, fd);
  else close(fd);
  openOther();
  await Promise.all(writes);
  assert.match(codes, /^(\.|EBADF)*$/);
  for (const other of others) {
    assert.strictEqual(fs.fstatSync(other).size, 0, `${write.name}, ${close.name}: a late write reached another file`);
    fs.closeSync(other);
  }
}

async function main() {
  await fs.promises.stat(folder);
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 1)); // a loop that waits often opens epoll
  let before;
  for (let round = 0; round < 4; round++) {
    for (const write of Object.values(WRITES)) {
      for (const close of Object.values(CLOSES)) await attack(write, close, round);
    }
    before ??= openDescriptors(); // the first round opens what is opened once
  }
  const start = Date.now();
  while (openDescriptors() > before) {
    assert.ok(Date.now() - start < 10_000, `${openDescriptors()} descriptors are open, ${before} were`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  // A second close is one too many, whether the first kept the number or not.
  const fd = fs.openSync(`${folder}/closed`, 'w');
  const written = new Promise((resolve) => fs.write(fd, data, resolve));
  fs.closeSync(fd);
  assert.throws(() => fs.closeSync(fd), { code: 'EBADF', syscall: 'close' });
  await written;
  console.log('ok');
}

main();
