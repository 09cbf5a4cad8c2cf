'use strict';
// 64 MiB of text into one gzip file.
const zlib = require('zlib');
const { text } = require('./zlib-text');

const input = text(64 << 20);
const start = performance.now();
zlib.gzip(input, (error, compressed) => {
  if (error) throw error;
  console.log(JSON.stringify({ ms: performance.now() - start, bytes: compressed.length }));
});
