'use strict';
const { Readable } = require('stream');

for (const encoding of ['utf8', 'latin1', 'hex', undefined]) {
  const stream = new Readable({ encoding, read() {} });
  stream.unshift(Buffer.from('é'));
  console.log(encoding, stream.readableLength, stream.read());
  stream.push('ab');
  stream.unshift(Buffer.from('é'));
  console.log(encoding, stream.readableLength, stream.read());
  stream.unshift(Buffer.from('abc'));
  console.log(encoding, stream.read(2), stream.read());
}
