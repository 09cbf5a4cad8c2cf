'use strict';
const zlib = require('zlib');

const dictionary = Buffer.from('{"name":"","address":{"street":"","city":"","country":"Germany"},"active":true}');
const text = Buffer.from('{"name":"Ada","address":{"street":"Am Markt","city":"Jena","country":"Germany"},"active":true}');
async function main() {
  for (const [from, to] of [['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'],
    ['brotliCompress', 'brotliDecompress'], ['zstdCompress', 'zstdDecompress']]) {
    const plain = zlib[`${from}Sync`](text);
    const short = zlib[`${from}Sync`](text, { dictionary });
    console.log(from, short.length < plain.length, zlib[`${to}Sync`](short, { dictionary }).equals(text));
    const stream = zlib[`create${to[0].toUpperCase()}${to.slice(1)}`]({ dictionary: new Uint8Array(dictionary).buffer });
    for (const byte of short) stream.write(Buffer.from([byte]));
    stream.end();
    console.log(from, Buffer.concat(await stream.toArray()).equals(text));
  }
  const deflate = zlib.createDeflate({ dictionary });
  deflate.write('{"name":"');
  await new Promise((resolve) => deflate.flush(resolve));
  while (deflate.read() !== null);
  deflate.reset();
  deflate.end(text);
  console.log('reset', zlib.inflateSync(Buffer.concat(await deflate.toArray()), { dictionary }).equals(text));
}

main();
