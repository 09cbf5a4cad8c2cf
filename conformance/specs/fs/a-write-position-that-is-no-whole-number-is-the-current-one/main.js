'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'spec-'));
const file = path.join(folder, 'file');
for (const position of [NaN, 1.5, -1, -5, Infinity, undefined, null, '2', 2n, 2, 2 ** 53]) {
  fs.writeFileSync(file, '0123456789');
  const fd = fs.openSync(file, 'r+');
  const ways = [
    () => fs.writeSync(fd, Buffer.from('ab'), 0, 2, position),
    () => fs.writeSync(fd, 'cd', position),
    () => fs.writevSync(fd, [Buffer.from('ef')], position),
  ];
  for (const write of ways) {
    let answer;
    try {
      answer = write();
    } catch (error) {
      answer = error.code;
    }
    console.log(position, answer, fs.readFileSync(file, 'latin1'));
  }
  fs.closeSync(fd);
}
fs.rmSync(folder, { recursive: true });
