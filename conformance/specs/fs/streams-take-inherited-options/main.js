'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'spec-')), 'file');
const writer = fs.createWriteStream(file, { __proto__: { encoding: 'hex', flags: 'w' } });
writer.end('616263646566', () => {
  const reader = fs.createReadStream(file, { __proto__: { start: 1, end: 3, encoding: 'utf8' } });
  console.log(reader.start, reader.end);
  reader.on('data', (text) => console.log(text));
  reader.on('close', () => fs.rmSync(path.dirname(file), { recursive: true }));
});
