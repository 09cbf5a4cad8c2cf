'use strict';
// gzip members follow each other; everything else that follows the end of a stream is trailing data.
const zlib = require('zlib');

const sum = (bytes) => (bytes.length > 30 ? `${bytes.length} bytes, ${zlib.crc32(bytes)}` : JSON.stringify(`${bytes}`));
const told = (error) => [error.name, error.code, error.errno, error.message].join(' | ');

const FORMATS = {
  gunzip: ['createGunzip', zlib.gzipSync],
  unzip: ['createUnzip', zlib.gzipSync],
  'unzip of deflate': ['createUnzip', zlib.deflateSync],
  inflate: ['createInflate', zlib.deflateSync],
  inflateRaw: ['createInflateRaw', zlib.deflateRawSync],
  brotliDecompress: ['createBrotliDecompress', zlib.brotliCompressSync],
};

function inputsOf(compress) {
  const one = compress('first');
  const two = compress('second');
  return {
    two: Buffer.concat([one, two]),
    many: Buffer.concat(Array(100).fill(one)),
    zeros: Buffer.concat([one, Buffer.alloc(7)]),
    'zeros between': Buffer.concat([one, Buffer.alloc(7), two]),
    text: Buffer.concat([one, Buffer.from('and more text')]),
    byte: Buffer.concat([one, Buffer.from([0x1f])]),
    'bytes of gzip': Buffer.concat([one, Buffer.from([0x1f, 0x8b])]),
    'wrong method': Buffer.concat([one, Buffer.from([0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 0])]),
    'cut second': Buffer.concat([one, two.subarray(0, two.length - 3)]),
    'cut first': one.subarray(0, one.length - 2),
    'deflate after it': Buffer.concat([one, zlib.deflateSync('third'), two]),
    'gzip after it': Buffer.concat([one, zlib.gzipSync('third'), two]),
    nothing: Buffer.alloc(0),
  };
}

function byStream(create, input, step, options) {
  return new Promise((resolve) => {
    const stream = zlib[create](options);
    const parts = [];
    let end = 'no end';
    stream.on('data', (part) => parts.push(part));
    stream.on('end', () => end = 'end');
    stream.on('error', (error) => end = told(error));
    stream.on('close', () => resolve(`${end}, ${sum(Buffer.concat(parts))}`));
    for (let at = 0; at < input.length; at += step) stream.write(input.subarray(at, at + step));
    stream.end();
  });
}

(async () => {
  for (const [name, [create, compress]] of Object.entries(FORMATS)) {
    const method = name.split(' ')[0];
    for (const [what, input] of Object.entries(inputsOf(compress))) {
      console.log(`\n${name}: ${what}`);
      for (const options of [{}, { rejectGarbageAfterEnd: true }]) {
        const label = options.rejectGarbageAfterEnd ? 'strict' : '';
        try {
          console.log('sync', label, sum(zlib[`${method}Sync`](input, options)));
        } catch (error) {
          console.log('sync', label, told(error));
        }
        await new Promise((resolve) => zlib[method](input, options, (error, result) => {
          console.log('async', label, error ? told(error) : sum(result));
          resolve();
        }));
        for (const step of [1, 5, Infinity]) console.log('stream', label, step, await byStream(create, input, step, options));
      }
    }
  }
})();
