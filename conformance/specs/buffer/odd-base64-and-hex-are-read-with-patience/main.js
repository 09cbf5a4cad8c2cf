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

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const strange = [' ', '\n', '\r\n', '=', '==', '-', '_', '!', '\u0141', 'é', '\0', '.'];
const put = (text, what) => {
  const at = random(text.length + 1);
  return text.slice(0, at) + what + text.slice(at);
};
for (const size of [0, 1, 2, 3, 4, 5, 16, 17, 18, 33, 50, 71, 72, 73, 119, 120, 121, 122, 123, 124, 1000, 9001]) {
  for (let round = 0; round < 12; round++) {
    let source = Array.from({ length: size }, () => pick(letters)).join('');
    for (let i = 0; i < round % 4; i++) source = put(source, pick(strange));
    source += pick(['', '=', '==', '===', '\n']);
    for (const encoding of ['base64', 'base64url']) {
      addBytes(Buffer.from(source, encoding));
      add(Buffer.byteLength(source, encoding));
      const room = Buffer.alloc(random(size + 3), 1);
      const offset = random(Math.min(3, room.length + 1));
      const written = room.write(source, offset, encoding);
      add(written);
      addBytes(room.subarray(0, offset + written)); // what is behind is undefined in Node
    }
    try {
      add(atob(source));
    } catch (error) {
      add(`${error.name} ${error.message}`);
    }
    let digits = Array.from({ length: size }, () => pick('0123456789abcdefABCDEF')).join('');
    if (round % 3 === 0) digits = put(digits, pick(['g', ' ', '\u0130', 'é']));
    addBytes(Buffer.from(digits, 'hex'));
    const room = Buffer.alloc(random(size + 3), 1);
    const written = room.write(digits, 'hex');
    add(written);
    addBytes(room.subarray(0, written));
  }
  tell(size);
}
console.log(Buffer.from('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9_-'.repeat(5), 'base64').length);
console.log(btoa('\xff'.repeat(99)));
try {
  btoa('x'.repeat(99) + '\u0100');
} catch (error) {
  console.log(error.name, error.message);
}
