'use strict';
// 64 MiB in chunks of 64 KiB through gzip and back, by streams.
const zlib = require('zlib');
const { pipeline, Readable } = require('stream');
const { text } = require('./zlib-text');

const input = text(64 << 20);
function* chunks() {
  for (let at = 0; at < input.length; at += 65536) yield input.subarray(at, at + 65536);
}
let bytes = 0;
const start = performance.now();
const output = zlib.createGunzip().on('data', (chunk) => { bytes += chunk.length; });
pipeline(Readable.from(chunks()), zlib.createGzip(), output, (error) => {
  if (error || bytes !== input.length) throw error ?? new Error(bytes);
  console.log(JSON.stringify({ ms: performance.now() - start }));
});
