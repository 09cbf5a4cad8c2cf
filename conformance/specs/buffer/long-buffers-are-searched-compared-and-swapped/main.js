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

const bytes = (size, letters) => Buffer.from(Array.from({ length: size }, () => 97 + random(letters)));
for (const size of [10, 127, 128, 129, 1023, 1024, 1030, 16384, 17500, 40000]) {
  for (const letters of [1, 2, 4, 26]) {
    const haystack = bytes(size, letters);
    const shifted = Buffer.alloc(size + 3).subarray(3);
    haystack.copy(shifted);
    for (const length of [1, 2, 3, 8, 16, 17, 40, 300]) {
      const at = random(size);
      const needle = Buffer.from(haystack.subarray(at, at + length));
      if (random(2) === 1) needle[random(needle.length)] ^= 1;
      const from = random(size);
      for (const where of [haystack, shifted]) {
        add([where.indexOf(needle), where.indexOf(needle, from), where.includes(needle, -from), where.lastIndexOf(needle),
             where.indexOf(needle.toString(), from), where.indexOf(needle[0], from), where.lastIndexOf(needle[0], from)]);
      }
      const other = Buffer.from(haystack);
      other[at] ^= random(2);
      add([haystack.compare(other), Buffer.compare(other, shifted), haystack.equals(shifted), other.equals(shifted),
           haystack.compare(other, at, size, from, size)]);
    }
    const even = Buffer.from(haystack.subarray(0, size & ~7));
    addBytes(even.swap16());
    addBytes(even.swap32());
    addBytes(even.subarray(even.length >= 8 ? 8 : 0).swap64());
  }
  tell(size);
}
console.log(Buffer.alloc(5000, 'ab').indexOf(`${'ab'.repeat(100)}c`), Buffer.alloc(5000, 'a').indexOf(`b${'a'.repeat(99)}`));
