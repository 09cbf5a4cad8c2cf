'use strict';
const fs = require('fs');
const path = require('path');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(folder);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const euro = '\u20ac'.repeat(200_000);
const forms = [
  ['string', 'häuser', undefined],
  ['latin1', 'häuser', 'latin1'],
  ['half a pair', 'a\ud800b', undefined],
  ['Uint8Array', new Uint8Array([1, 2, 3]), undefined],
  ['Uint16Array', new Uint16Array([1, 258]), undefined],
  ['DataView', new DataView(Uint8Array.of(9, 8, 7).buffer, 1), undefined],
];

(async () => {
  for (const [label, data, options] of forms) {
    fs.writeFileSync('sync', data, options);
    await new Promise((resolve) => fs.writeFile('callback', data, options, resolve));
    await fs.promises.writeFile('promise', data, options);
    console.log(label, ...['sync', 'callback', 'promise'].map((name) => fs.readFileSync(name, 'hex')));
  }
  await fs.promises.writeFile('large', euro);
  await fs.promises.appendFile('large', '!');
  console.log(fs.readFileSync('large', 'utf8') === `${euro}!`);
  await fs.promises.writeFile('parts', (function*() { yield 'a'; yield Buffer.from('b'); yield 'c'; })());
  fs.appendFileSync('parts', 'd');
  console.log(fs.readFileSync('parts', 'latin1'));
  fs.writeFileSync('mode', '', { mode: 0o640 });
  console.log((fs.statSync('mode').mode & 0o777).toString(8));
  const exclusive = await fs.promises.writeFile('mode', '', { flag: 'wx' }).catch((error) => error.code);
  console.log(exclusive);
})();
