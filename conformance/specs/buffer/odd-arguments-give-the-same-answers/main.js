'use strict';
// Every method of Buffer with odd places and lengths; -0 is told from 0.
const crypto = require('node:crypto');
const odd = [-0, 0, null, undefined, '', [], false, NaN, -1, 1, 0.5, -0.5, '0', '-0', 2, 1e9, -1e9, Infinity, -Infinity];
const encodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'hex', 'base64', 'base64url'];
const shown = (value) => (Object.is(value, -0) ? '-0' : Buffer.isBuffer(value) ? value.toString('hex') : String(value));
const bytes = (text = 'abcabc') => Buffer.from(text);
const written = (buffer, answer) => `${shown(answer)} ${buffer.toString('hex')}`;

const results = new Map();
function add(name, run) {
  let result;
  try {
    result = shown(run());
  } catch (error) {
    result = `${error.name} ${error.code} ${error.message}`;
  }
  if (!results.has(name)) results.set(name, []);
  results.get(name).push(result);
}

for (const a of odd) {
  for (const method of ['indexOf', 'lastIndexOf', 'includes']) {
    for (const value of ['a', '', 'c', 97, bytes('b'), bytes('')]) {
      for (const encoding of ['utf8', 'utf16le', 'latin1', 'hex']) add(method, () => bytes()[method](value, a, encoding));
      // Node's answer to an infinite end depends on the CPU; to no number, it aborts.
      for (const end of [undefined, -0, 0, 1, 2.5, -1, 1e9, NaN]) add(method, () => bytes()[method](value, a, end));
    }
  }
  for (const b of odd) {
    for (const encoding of encodings) {
      const name = encoding === 'utf16le' ? 'ucs2' : encoding;
      for (const text of ['abab', '']) add('write', () => bytes().write(text, a, b, encoding));
      add(`${name}Write`, () => bytes()[`${name}Write`]('abab', a, b));
      add(`${name}Slice`, () => bytes()[`${name}Slice`](a, b));
      add('toString', () => bytes().toString(encoding, a, b));
    }
    const target = bytes();
    add('copy', () => written(target, bytes('xyz').copy(target, a, b)));
    add('copy', () => written(target, bytes('xyz').copy(target, 0, a, b)));
    add('fill', () => bytes().fill('z', a, b));
    add('subarray', () => bytes().subarray(a, b));
    add('slice', () => bytes().slice(a, b));
    add('compare', () => bytes().compare(bytes('bc'), a, b));
    add('compare', () => bytes().compare(bytes('bc'), 0, 1, a, b));
    for (const method of ['writeUInt8', 'writeInt8', 'writeUInt16LE', 'writeInt32BE', 'writeFloatLE', 'writeDoubleBE']) {
      const room = Buffer.alloc(16, 7);
      add(method, () => written(room, room[method](a, b)));
    }
    for (const method of ['writeUIntLE', 'writeIntBE']) {
      const room = Buffer.alloc(16, 7);
      add(method, () => written(room, room[method](a, 0, b)));
    }
    for (const method of ['readUIntLE', 'readIntBE']) add(method, () => bytes()[method](a, b));
    add('concat', () => Buffer.concat([bytes()], b > 100 ? 100 : b));
    add('from', () => {
      const buffer = Buffer.from(new ArrayBuffer(8), a, b);
      return `${buffer.byteOffset} ${buffer.length}`;
    });
    add('copyBytesFrom', () => Buffer.copyBytesFrom(new Uint16Array(4), a, b));
  }
  for (const method of ['readUInt8', 'readInt8', 'readUInt16LE', 'readInt32BE', 'readFloatLE', 'readDoubleBE', 'readBigInt64LE']) {
    add(method, () => Buffer.alloc(16)[method](a));
  }
  add('alloc', () => Buffer.alloc(a > 100 ? 100 : a));
  add('byteLength', () => Buffer.byteLength(a));
  add('from', () => Buffer.from(a));
  add('from', () => Buffer.from([a]));
}

for (const [name, answers] of results) {
  console.log(name, answers.length, crypto.createHash('sha256').update(answers.join('\n')).digest('hex').slice(0, 16));
  if (process.argv[2] === name) console.log(answers.join('\n'));
}
