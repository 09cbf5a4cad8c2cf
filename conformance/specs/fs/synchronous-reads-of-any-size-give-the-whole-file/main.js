'use strict';

// Sizes around those where the way changes by which a file is read.

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sizes-'));
const file = path.join(folder, 'file');
const sizes = [0, 1, 8191, 8192, 8193];
for (const power of [14, 15, 16, 17, 18, 19]) {
  for (const more of [-600, -256, -1, 0, 1]) sizes.push(2 ** power + more);
}

const kept = [];
for (const size of sizes) {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >> 8) + size) & 0xff;
  fs.writeFileSync(file, bytes);
  const read = fs.readFileSync(file);
  const ok = [
    read.equals(bytes), fs.readFileSync(file, 'utf8') === bytes.toString(), fs.readFileSync(file, { encoding: 'utf-8' }) === bytes.toString(),
    fs.readFileSync(file, 'latin1') === bytes.toString('latin1'), fs.readFileSync(file, 'base64') === bytes.toString('base64'),
    fs.readFileSync(file, { flag: 'r+' }).equals(bytes), fs.readFileSync(Buffer.from(file)).equals(bytes),
    fs.readFileSync(new URL(`file://${file}`)).equals(bytes),
  ];
  const text = 'ä'.repeat(size >> 1);
  fs.writeFileSync(file, text);
  ok.push(fs.readFileSync(file, 'utf8') === text);
  kept.push([read, bytes]);
  console.log(size, ok.every((one) => one) ? 'ok' : ok);
}
console.log('what was read before stays as it was:', kept.every(([read, bytes]) => read.equals(bytes)));

// A buffer that holds a large file is the program's.
fs.writeFileSync(file, 'x'.repeat(50_000));
const first = fs.readFileSync(file);
const second = fs.readFileSync(file);
first.fill('y');
console.log(second.toString('latin1', 0, 3), first.buffer === second.buffer, first.byteLength);
structuredClone(first.buffer, { transfer: [first.buffer] });
console.log(first.length, fs.readFileSync(file, 'latin1').length);

for (const odd of [folder, path.join(folder, 'none'), path.join(file, 'below')]) {
  try {
    fs.readFileSync(odd, 'utf8');
  } catch (error) {
    console.log(error.code, error.syscall, error.path?.replace(folder, '.'));
  }
}
console.log(fs.readFileSync('/proc/self/status', 'utf8').startsWith('Name:'));
fs.rmSync(folder, { recursive: true });
