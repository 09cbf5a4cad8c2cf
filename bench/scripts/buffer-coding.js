'use strict';
// Text to bytes and back, each encoding, size and operation for itself: nanoseconds for one call, as JSON.
//   buffer-coding.js [parts of names, comma-separated] [milliseconds for each]
const parts = (process.argv[2] ?? '').split(',').filter(Boolean);
const MS = Number(process.argv[3] ?? 100);
const sizes = { '1 KiB': 1 << 10, '64 KiB': 1 << 16, '8 MiB': 1 << 23 };

// ---- inputs: flat strings, the same in every run

let seed = 12345;
const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8;

function text(words, length) {
  let string = '';
  while (string.length < length) string += words[random() % words.length];
  string = string.slice(0, length).toWellFormed();
  return Buffer.from(string, 'utf16le').toString('utf16le');
}

function bytes(size) {
  const all = Buffer.alloc(size);
  for (let i = 0; i < size; i++) all[i] = random();
  return all;
}

const ASCII = ['the ', 'quick ', 'brown ', 'fox\n', 'jumps', ' over; '];
const MIXED = ['straße ', 'hello ', 'Ελλάδα ', 'これは', ' world ', 'привет, ', '😀 ', 'naïve '];
const kinds = {
  'utf8, ASCII': (size) => ['utf8', text(ASCII, size)],
  'utf8, mixed': (size) => ['utf8', text(MIXED, size)],
  'latin1, ASCII': (size) => ['latin1', text(ASCII, size)],
  'latin1, all bytes': (size) => ['latin1', bytes(size).toString('latin1')],
  'base64': (size) => ['base64', bytes(size).toString('base64')],
  'hex': (size) => ['hex', bytes(size).toString('hex')],
};

// ---- measuring

let sink = 0;
const now = () => process.hrtime.bigint();

// Calls that take a fifth of the time together, found while the engine warms to them.
function batchFor(operation) {
  for (let batch = 1; ; batch *= 2) {
    const start = now();
    for (let i = 0; i < batch; i++) sink += operation();
    if (now() - start > BigInt(MS * 2e5)) return batch;
  }
}

// The best of some batches: each is long enough to have its share of garbage collection, and whatever else the
// machine does disturbs some of them only.
function nanoseconds(operation) {
  const batch = batchFor(operation);
  let best = Infinity;
  const end = now() + BigInt(MS * 1e6);
  for (let start = now(); start < end; start = now()) {
    for (let i = 0; i < batch; i++) sink += operation();
    best = Math.min(best, Number(now() - start) / batch);
  }
  return best;
}

const results = {};
for (const [sizeName, size] of Object.entries(sizes)) {
  for (const [kind, input] of Object.entries(kinds)) {
    const [encoding, string] = input(size);
    const encoded = Buffer.from(string, encoding);
    const room = Buffer.alloc(encoded.length + 8);
    const operations = {
      from: () => Buffer.from(string, encoding)[0],
      toString: () => {
        const decoded = encoded.toString(encoding);
        return decoded.charCodeAt(decoded.length >> 1);
      },
      write: () => room.write(string, encoding),
      byteLength: () => Buffer.byteLength(string, encoding),
    };
    for (const [name, operation] of Object.entries(operations)) {
      const key = `${name} ${kind}|${sizeName}`;
      if (parts.length > 0 && !parts.some((part) => key.includes(part))) continue;
      results[key] = nanoseconds(operation);
    }
  }
}
if (!(sink > 0)) throw new Error(`${sink}`);
console.log(JSON.stringify(results));
