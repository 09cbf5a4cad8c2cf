'use strict';
// The way back: 64 MiB of text out of a gzip file.
const zlib = require('zlib');
const { text } = require('./zlib-text');

const input = zlib.gzipSync(text(64 << 20), { level: 1 });
const start = performance.now();
zlib.gunzip(input, (error, output) => {
  if (error || output.length !== 64 << 20) throw error ?? new Error(output.length);
  console.log(JSON.stringify({ ms: performance.now() - start }));
});
