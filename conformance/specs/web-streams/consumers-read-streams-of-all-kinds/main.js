'use strict';
const { arrayBuffer, blob, buffer, bytes, json, text } = require('stream/consumers');
const { Readable } = require('stream');
(async () => {
  const euro = () => [new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac]), '!'];
  console.log(await text(ReadableStream.from(euro())), await text(Readable.from(euro())), await text(euro()));
  console.log(await json(ReadableStream.from(['{"a":', '[1]}'])));
  console.log(await buffer(ReadableStream.from(euro())), await arrayBuffer(Readable.from(euro())));
  console.log(await bytes(ReadableStream.from([new Uint16Array([258]), 'x'])), await blob(ReadableStream.from(euro())));
  await json(ReadableStream.from([''])).catch((error) => console.log(error.name));
  await text(5).catch((error) => console.log(error.message));
})();
