'use strict';
// Every level, strategy, window, dictionary, flush and change of parameters, by chance; the seed is printed on failure.
const zlib = require('zlib');

let seed = 20261115;
function random(below) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 2 ** 32 * below);
}

const KINDS = [
  () => random(256),
  (bytes, i) => (i === 0 ? random(256) : bytes[0]),
  () => 97 + random(3),
  (bytes, i) => (i < 40 || random(50) === 0 ? random(256) : bytes[i - 1 - random(Math.min(i, 40))]),
  (bytes, i) => (i < 9000 ? random(256) : bytes[i - 9000]),
];

function makeInput() {
  const bytes = Buffer.alloc([random(100), random(5000), random(60_000)][random(3)]);
  const next = KINDS[random(KINDS.length)];
  for (let i = 0; i < bytes.length; i++) bytes[i] = next(bytes, i);
  return bytes;
}

async function compress(stream, input, canChange) {
  const parts = [];
  stream.on('data', (part) => parts.push(part));
  const ended = new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  for (let at = 0; at < input.length;) {
    const size = 1 + random(random(3) === 0 ? 40_000 : 3000);
    await new Promise((resolve) => stream.write(input.subarray(at, at + size), resolve));
    at += size;
    const next = random(6);
    if (next === 0) await new Promise((resolve) => stream.flush([1, 2, 3, 5][random(4)], resolve));
    if (next === 1 && canChange) await new Promise((resolve) => stream.params(random(11) - 1, random(5), resolve));
  }
  stream.end();
  await ended;
  return Buffer.concat(parts);
}

(async () => {
  let good = 0;
  for (let round = 0; round < 120; round++) {
    const began = seed;
    const input = makeInput();
    const [from, to] = [['Deflate', 'inflate'], ['Gzip', 'gunzip'], ['DeflateRaw', 'inflateRaw']][random(3)];
    const options = {
      level: random(11) - 1, memLevel: 1 + random(9), strategy: random(5), windowBits: 9 + random(7), chunkSize: 64 + random(20_000),
    };
    if (from !== 'Gzip' && random(4) === 0) options.dictionary = makeInput().subarray(0, 40_000);
    if (options.dictionary?.length === 0) delete options.dictionary;
    const packed = await compress(zlib[`create${from}`](options), input, from !== 'Gzip');
    const back = zlib[`${to}Sync`](packed, { dictionary: options.dictionary, windowBits: options.windowBits });
    if (back.equals(input)) good++;
    else console.log('not the same:', began, from, options, input.length);
  }
  console.log(good);
})();
