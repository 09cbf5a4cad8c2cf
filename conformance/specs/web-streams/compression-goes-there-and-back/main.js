'use strict';
(async () => {
  const { arrayBuffer, text } = require('stream/consumers');
  const data = 'to and fro, '.repeat(1000);
  for (const format of ['gzip', 'deflate', 'deflate-raw', 'brotli']) {
    const packed = await arrayBuffer(ReadableStream.from([data]).pipeThrough(new TextEncoderStream())
      .pipeThrough(new CompressionStream(format)));
    const unpacked = await text(ReadableStream.from([packed]).pipeThrough(new DecompressionStream(format)));
    console.log(format, packed.byteLength < 200, unpacked === data);
    await text(ReadableStream.from([new Uint8Array([1, 2, 3, 4])]).pipeThrough(new DecompressionStream(format)))
      .catch((error) => console.log(error.name));
  }
  for (const format of ['zip', undefined]) {
    try { new CompressionStream(format); } catch (error) { console.log(error.name, error.code, error.message); }
  }
})();
