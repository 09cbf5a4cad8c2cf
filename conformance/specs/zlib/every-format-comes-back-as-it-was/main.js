'use strict';
const zlib = require('zlib');
const { promisify } = require('util');
const { pipeline } = require('stream/promises');
const { Readable } = require('stream');

const FORMATS = [['gzip', 'gunzip'], ['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'], ['gzip', 'unzip'],
  ['deflate', 'unzip'], ['brotliCompress', 'brotliDecompress'], ['zstdCompress', 'zstdDecompress']];
const INPUTS = {
  'nothing': Buffer.alloc(0),
  'a byte': Buffer.from('a'),
  'text': Buffer.from('to be or not to be, '.repeat(3000)),
  'noise': Buffer.from(Uint32Array.from({ length: 30_000 }, (_, i) => Math.imul(i + 1, 2654435761)).buffer),
};

const create = (name) => zlib[`create${name[0].toUpperCase()}${name.slice(1)}`]();

async function byStreams(from, to, input) {
  const parts = [];
  const chunks = [];
  for (let at = 0; at < input.length; at += 1000) chunks.push(input.subarray(at, at + 1000));
  await pipeline(Readable.from(chunks), create(from), create(to), async (source) => {
    for await (const part of source) parts.push(part);
  });
  return Buffer.concat(parts);
}

(async () => {
  for (const [from, to] of FORMATS) {
    for (const [name, input] of Object.entries(INPUTS)) {
      const sync = zlib[`${to}Sync`](zlib[`${from}Sync`](input));
      const later = await promisify(zlib[to])(await promisify(zlib[from])(input));
      const streamed = await byStreams(from, to, input);
      console.log(from, to, name, sync.equals(input), later.equals(input), streamed.equals(input));
    }
  }
  console.log(zlib.gunzipSync(zlib.gzipSync('a string')).toString());
  console.log(zlib.inflateSync(zlib.deflateSync(new Uint16Array([1, 2, 3]))).length);
  console.log(zlib.inflateSync(zlib.deflateSync(new Uint8Array([7, 8, 9]).buffer)));
  const { buffer, engine } = zlib.gzipSync('with info', { info: true });
  console.log(zlib.gunzipSync(buffer).toString(), engine.constructor.name, engine.bytesWritten);
})();
