'use strict';
const { StringDecoder } = require('node:string_decoder');
const chunks = {
  utf8: [[0xe2, 0x82], [0xac, 0xf0], [0x9f], [0x98, 0x80, 0x61], [0xc3], [0x62], [0xf0, 0x9f]],
  utf16le: [[0x61], [0x00, 0x3d, 0xd8], [0x00], [0xde, 0x62]],
  base64: [[1], [2], [3, 4], [5, 6, 7]],
  hex: [[1], [255]],
};
for (const [encoding, list] of Object.entries(chunks)) {
  const decoder = new StringDecoder(encoding);
  for (const bytes of list) console.log(encoding, JSON.stringify(decoder.write(Buffer.from(bytes))), decoder.lastNeed, decoder.lastTotal);
  console.log(encoding, JSON.stringify(decoder.end()), JSON.stringify(decoder.end(Buffer.from('end'))));
}
console.log(new StringDecoder('UCS2'));
