'use strict';
const zlib = require('zlib');

const input = Buffer.from(Uint32Array.from({ length: 100_000 }, (_, i) => Math.imul(i + 1, 2654435761)).buffer);
let closed = 0;
let callbacks = 0;
for (const name of ['Gzip', 'Deflate', 'BrotliCompress', 'ZstdCompress', 'Gunzip', 'InflateRaw', 'BrotliDecompress']) {
  for (let i = 0; i < 12; i++) {
    const stream = zlib[`create${name}`]();
    stream.on('error', () => {});
    stream.on('close', () => closed++);
    stream.write(input, () => callbacks++);
    if (i % 3 === 0) stream.destroy();
    else if (i % 3 === 1) setImmediate(() => stream.close());
    else stream.on('data', () => stream.destroy());
    if (i % 3 === 2) setTimeout(() => stream.destroy(), 100);
  }
}
const reset = zlib.createGzip();
reset.write(input);
try {
  reset.reset();
} catch (error) {
  console.log(error.message);
}
reset.destroy();
const after = zlib.createGzip();
after.close();
after.close(() => console.log('closed twice'));
after.write('x', (error) => console.log(error.code));
after.on('error', () => {});
process.on('exit', () => console.log(closed, callbacks > 0));
