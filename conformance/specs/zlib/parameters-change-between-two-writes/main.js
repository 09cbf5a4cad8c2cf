'use strict';
const zlib = require('zlib');

const { constants } = zlib;
const text = Buffer.from(Array.from({ length: 4000 }, (_, i) => `line ${i * 7919 % 1000}\n`).join(''));
const deflate = zlib.createDeflate({ level: 9, strategy: constants.Z_DEFAULT_STRATEGY });
const parts = [];
let first;
deflate.on('data', (part) => parts.push(part));
deflate.write(text, () => {
  deflate.params(0, constants.Z_DEFAULT_STRATEGY, () => {
    first = Buffer.concat(parts).length;
    deflate.write(text);
    deflate.params(0, constants.Z_DEFAULT_STRATEGY, () => console.log('the same again'));
    deflate.end();
  });
});
deflate.on('end', () => {
  const all = Buffer.concat(parts);
  console.log(first < text.length, all.length - first > text.length, zlib.inflateSync(all).equals(Buffer.concat([text, text])));
});

const levels = Array.from({ length: 11 }, (_, i) => zlib.deflateSync(text, { level: i - 1 }));
console.log(levels.every((made) => zlib.inflateSync(made).equals(text)));
console.log(levels.map((made) => made.subarray(0, 2).toString('hex')).join(' '));
console.log(levels[1].length > text.length, levels[10].length <= levels[2].length);
const made = [];
for (const strategy of ['Z_DEFAULT_STRATEGY', 'Z_FILTERED', 'Z_HUFFMAN_ONLY', 'Z_RLE', 'Z_FIXED']) {
  for (const windowBits of [9, 12, 15]) {
    for (const memLevel of [1, 5, 9]) {
      const bytes = zlib.gzipSync(text, { strategy: constants[strategy], windowBits, memLevel });
      made.push(zlib.gunzipSync(bytes, { windowBits }).equals(text));
    }
  }
}
console.log(made.length, made.every(Boolean));
