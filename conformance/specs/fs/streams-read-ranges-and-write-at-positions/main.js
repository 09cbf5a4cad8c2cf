'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

fs.writeFileSync('file', 'abcdefghij');
const text = (stream) => new Promise((resolve) => {
  let all = '';
  stream.setEncoding('latin1').on('data', (chunk) => { all += chunk; }).on('close', () => resolve(all));
});

(async () => {
  console.log(await text(fs.createReadStream('file')));
  console.log(await text(fs.createReadStream('file', { start: 2, end: 5 })));
  console.log(await text(fs.createReadStream('file', { start: 4, highWaterMark: 2 })));
  const events = [];
  const stream = fs.createWriteStream('file', { flags: 'r+', start: 3 });
  for (const event of ['open', 'ready', 'finish', 'close']) stream.on(event, () => events.push(event));
  stream.write('XY');
  stream.end('Z');
  await require('events').once(stream, 'close');
  console.log(events.join(' '), stream.bytesWritten, fs.readFileSync('file', 'latin1'));
  const missing = fs.createReadStream('missing');
  missing.on('error', ({ code }) => console.log(code)).on('close', () => console.log('closed'));
})();
