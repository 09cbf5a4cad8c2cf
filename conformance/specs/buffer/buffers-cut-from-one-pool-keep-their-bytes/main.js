'use strict';
// Texts that are too long to be written straight into the pool and short enough to be kept there, of every kind and
// with the pool renewed in between.
const kinds = ['a', 'é', 'aé', '漢', '😀x', 'λόγος '];
const made = [];
for (let round = 0; round < 60; round++) {
  const unit = kinds[round % kinds.length];
  const size = 8000 + round * 401;
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size).toWellFormed();
  for (const encoding of ['utf8', 'latin1', 'ascii', 'base64', 'hex', 'utf16le']) {
    const source = encoding === 'base64' || encoding === 'hex' ? Buffer.from(text).toString(encoding) : text;
    const buffer = Buffer.from(source, encoding);
    const slow = Buffer.alloc(buffer.length);
    slow.write(source, encoding);
    made.push([round, encoding, buffer, slow]);
  }
}
// Looked at when all are made: none may have been written over.
let wrong = 0;
for (const [round, encoding, buffer, slow] of made) {
  if (buffer.equals(slow) && buffer.length > 0) continue;
  wrong++;
  console.log('differs:', round, encoding);
}
console.log(made.length, 'buffers,', wrong, 'wrong');
// Either alphabet, one after the other, under either name.
const bytes = Buffer.alloc(600, 0xfb);
for (const name of ['base64', 'base64url', 'base64']) {
  for (const text of [bytes.toString('base64url'), bytes.toString('base64'), bytes.toString('base64url'), `${bytes.toString('base64')}!`]) {
    console.log(name, Buffer.from(text, name).equals(bytes));
  }
}
