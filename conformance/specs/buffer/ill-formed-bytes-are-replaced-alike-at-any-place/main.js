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
const sizes = [0, 1, 15, 16, 17, 63, 64, 65, 66, 127, 128, 129, 1000, 8191, 8192, 8193, 16384, 16390, 70000, 262143, 262144, 262145, 300001];
const encodings = ['utf8', 'latin1', 'ascii', 'base64', 'base64url', 'hex', 'utf16le'];

const { StringDecoder } = require('string_decoder');
const { isAscii, isUtf8 } = require('buffer');
const odd = [0x80, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xa0, 0xed, 0x9f, 0xef, 0xf0, 0x90, 0xf4, 0x8f, 0xf5, 0xff, 0x41];

for (const size of sizes) {
  for (let round = 0; round < 4; round++) {
    const bytes = Buffer.from(text(size));
    for (let i = 0; i < round && bytes.length > 0; i++) bytes[random(bytes.length)] = pick(odd);
    const part = bytes.subarray(random(4), bytes.length - random(4));
    add(part.toString());
    add(isUtf8(part));
    add(isAscii(part));
    add(isAscii(Buffer.from(part.toString('ascii'))));
    add(new TextDecoder().decode(part));
    try {
      add(new TextDecoder('utf-8', { fatal: true }).decode(part));
    } catch (error) {
      add(error.code);
    }
    const decoder = new StringDecoder('utf8');
    const cut = random(part.length + 1);
    add(decoder.write(part.subarray(0, cut)) + decoder.write(part.subarray(cut)) + decoder.end());
  }
  tell(size);
}
for (const size of sizes) addBytes(Buffer.from(Buffer.from(Array.from({ length: size }, () => pick(odd))).toString()));
tell('all odd');
