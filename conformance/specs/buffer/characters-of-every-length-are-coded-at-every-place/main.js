'use strict';
// Characters of one to four bytes at every place of a block of vectors, between texts of every kind. What they must
// become is told by encodeURIComponent, which knows nothing of buffers.
const fillings = ['a', 'é', '漢', '😀', 'aé漢😀', 'naïve '];
const characters = ['z', 'ß', 'я', '߿', 'ࠀ', '語', '￿', '𐀀', '🎉', '\u{10ffff}'];
let texts = 0;
let wrong = 0;

function expectedBytes(text) {
  const escaped = unescape(encodeURIComponent(text));
  return Uint8Array.from(escaped, (char) => char.charCodeAt(0));
}

function check(text) {
  texts++;
  const expected = expectedBytes(text);
  const bytes = Buffer.from(text);
  const room = Buffer.alloc(expected.length + 3);
  if (!bytes.equals(expected) || bytes.toString() !== text || Buffer.byteLength(text) !== expected.length ||
      room.write(text, 3) !== expected.length || !room.subarray(3).equals(expected)) {
    wrong++;
    console.log('differs:', JSON.stringify(text));
  }
}

check('x'.repeat(70000));
for (const filling of fillings) {
  for (const character of characters) {
    for (let place = 0; place <= 70; place++) {
      const before = [...filling.repeat(place)].slice(0, place).join('');
      check(`${before}${character}${filling.repeat(12)}${character}`);
    }
  }
}
console.log(texts, 'texts,', wrong, 'wrong');
