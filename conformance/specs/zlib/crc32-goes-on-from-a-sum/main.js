'use strict';
const { crc32 } = require('zlib');

console.log(crc32(''), crc32('', 7), crc32('123456789').toString(16), crc32('世界'));
console.log(crc32('world', crc32('hello ')) === crc32('hello world'));
const large = Buffer.from(Uint32Array.from({ length: 20_000 }, (_, i) => Math.imul(i, 2654435761)).buffer);
console.log(crc32(large), crc32(large.subarray(12345), crc32(large.subarray(0, 12345))), crc32(new DataView(large.buffer, 4, 8)));
console.log(crc32(Buffer.alloc(3), 0xffffffff), Object.is(crc32('', -0), 0));
