'use strict';
// Text to UTF-16 and back.
// Sizes of 1 KiB, 64 KiB and 8 MiB, the same amount of text in each.
const TOTAL = 1 << 26;
const sizes = [1 << 10, 1 << 16, 1 << 23];

const sample = (size) => 'これは straße, '.repeat(Math.ceil(size / 12)).slice(0, size);
const inputs = sizes.flatMap((size) => ['utf16le'].map((encoding) => {
  const text = sample(size, encoding);
  return { encoding, text, bytes: Buffer.from(text, encoding), rounds: TOTAL / size };
}));

const start = performance.now();
let sum = 0;
for (const { encoding, text, bytes, rounds } of inputs) {
  for (let i = 0; i < rounds; i++) {
    sum += Buffer.from(text, encoding).length;
    const decoded = bytes.toString(encoding);
    sum += decoded.length + decoded.charCodeAt(decoded.length >> 1);
  }
}
if (!(sum > 0)) throw new Error(`${sum}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
