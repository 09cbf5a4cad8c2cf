'use strict';
// Several frames, skippable ones among them, are one stream. What follows the last frame is trailing data, and a magic
// number may be split over several chunks.
const zlib = require('zlib');

const frame = zlib.zstdCompressSync('a');
const large = zlib.zstdCompressSync(Buffer.alloc(300000, 'xy'));
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
const other = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
const cut = (bytes, n) => bytes.subarray(0, n);
const after = (...bytes) => Buffer.concat([frame, Buffer.from(bytes)]);

const CASES = {
  two: Buffer.concat([frame, frame]),
  many: Buffer.concat(Array(1000).fill(frame)),
  large: Buffer.concat([large, large, frame, large]),
  empty: Buffer.concat([zlib.zstdCompressSync(''), zlib.zstdCompressSync('')]),
  'skippable first': Buffer.concat([skippable, frame]),
  'skippable between': Buffer.concat([frame, skippable, other, frame]),
  'skippable last': Buffer.concat([frame, skippable]),
  'skippable only': skippable,
  'cut skippable': Buffer.concat([frame, cut(skippable, 9)]),
  'cut second': Buffer.concat([frame, cut(frame, 7)]),
  'only a magic number': Buffer.concat([frame, cut(frame, 4)]),
  'cut magic number': Buffer.concat([frame, cut(frame, 3)]),
  'cut skippable magic number': Buffer.concat([frame, cut(skippable, 2)]),
  'nearly a magic number': after(0x28, 0xb5, 0x2f, 0x01, 9),
  'nearly a skippable one': after(0x55, 0x2a, 0x4e, 0x18, 9),
  'older version': after(0x27, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4, 5, 6, 7, 8),
  zeros: Buffer.concat([frame, Buffer.alloc(10)]),
  text: Buffer.concat([frame, Buffer.from('and more')]),
  'wrong header': after(0x28, 0xb5, 0x2f, 0xfd, ...Array(20).fill(255)),
};

const sum = (bytes) => (bytes.length > 20 ? `${bytes.length} bytes, ${zlib.crc32(bytes)}` : JSON.stringify(`${bytes}`));
const told = (error) => [error.name, error.code, error.errno, error.message].join(' | ');

const OPTIONS = [{}, { rejectGarbageAfterEnd: true }, { finishFlush: zlib.constants.ZSTD_e_continue },
                 { finishFlush: zlib.constants.ZSTD_e_continue, rejectGarbageAfterEnd: true },
                 { maxOutputLength: 1 }, { chunkSize: 64 }];

function byStream(input, step, options) {
  return new Promise((resolve) => {
    const stream = zlib.createZstdDecompress(options);
    const parts = [];
    let end = 'no end';
    stream.on('data', (part) => parts.push(part));
    stream.on('end', () => end = 'end');
    stream.on('error', (error) => end = told(error));
    stream.on('close', () => resolve(`${end}, ${sum(Buffer.concat(parts))}, read ${stream.bytesWritten}`));
    for (let at = 0; at < input.length; at += step) stream.write(input.subarray(at, at + step));
    stream.end();
  });
}

(async () => {
  for (const [name, input] of Object.entries(CASES)) {
    console.log(`\n${name}`);
    for (const options of OPTIONS) {
      const label = JSON.stringify(options);
      try {
        console.log('sync', label, sum(zlib.zstdDecompressSync(input, options)));
      } catch (error) {
        console.log('sync', label, told(error));
      }
    }
    await new Promise((resolve) => zlib.zstdDecompress(input, (error, result) => {
      console.log('async', error ? told(error) : sum(result));
      resolve();
    }));
    for (const step of [input.length > 1000 ? 501 : 1, 3, frame.length, frame.length + 2, Infinity]) {
      if (step === 3 && input.length > 1000) continue;
      console.log('stream', step, await byStream(input, step, {}));
      console.log('stream', step, 'strict', await byStream(input, step, { rejectGarbageAfterEnd: true }));
    }
  }
  // After a reset everything begins anew.
  const stream = zlib.createZstdDecompress();
  stream.on('data', (part) => console.log('reset', sum(part)));
  stream.write(after(0x28, 0xb5), () => {
    stream.reset();
    stream.end(frame);
  });
})();
