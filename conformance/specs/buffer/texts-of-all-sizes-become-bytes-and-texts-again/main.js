'use strict';
let seed = 7;
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 4294967296 * n);
};
const pick = (list) => list[random(list.length)];
let hash = 0;
const add = (value) => {
  const text = String(value);
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
};
const addBytes = (bytes) => {
  for (let i = 0; i < bytes.length; i++) hash = (Math.imul(hash, 33) + bytes[i]) | 0;
};
const tell = (what) => {
  console.log(what, (hash >>> 0).toString(16));
  hash = 0;
};
const pieces = ['a', 'some words ', 'é', 'ÿ', 'Ж', '\u07ff', '\u0800', '漢字', '\uffff', '😀', '\u{10ffff}', '\ud800', '\udc00', '\0', 'x'.repeat(70)];
function text(size, list = pieces) {
  let out = '';
  while (out.length < size) out += pick(list);
  return out.slice(0, size);
}
// Around what is done by loops, at once, and in parts.
const sizes = [0, 1, 15, 16, 17, 63, 64, 65, 66, 127, 128, 129, 1000, 8191, 8192, 8193, 16384, 16390, 32767, 32768, 32769, 70000, 180000, 262143, 262144, 262145, 300001];
const encodings = ['utf8', 'latin1', 'ascii', 'base64', 'base64url', 'hex', 'utf16le'];

const kinds = { ascii: ['a', 'bcd ', 'xyz'], latin: ['é', 'a', 'ÿ'], greek: ['λόγος ', 'a'], han: ['漢字', 'か'], pairs: ['😀', 'a', '漢'], all: pieces };
for (const [kind, list] of Object.entries(kinds)) {
  for (const encoding of encodings) {
    for (const size of sizes) {
      const source = text(size, list);
      const bytes = Buffer.from(source, encoding);
      addBytes(bytes);
      add(Buffer.byteLength(source, encoding));
      add(bytes.toString(encoding));
      add(bytes.toString(encoding, size >> 2, size));
      const room = Buffer.alloc(random(size * 2 + 4), 0xaa);
      const written = room.write(source, encoding);
      add(written);
      addBytes(room.subarray(0, written)); // what is behind is undefined in Node
    }
    tell(`${kind} ${encoding}`);
  }
}
const encoder = new TextEncoder();
for (const size of sizes) {
  const source = text(size);
  addBytes(encoder.encode(source));
  const room = new Uint8Array(size * 4 + 8);
  const { read, written } = encoder.encodeInto(source, room);
  add(`${read} ${written}`);
  addBytes(room.subarray(0, written));
}
tell('TextEncoder');
