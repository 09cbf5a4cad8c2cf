'use strict';
// 64 MiB of text through brotli at the level that servers use for answers made on the fly.
const zlib = require('zlib');
const { text } = require('./zlib-text');

const input = text(64 << 20);
const start = performance.now();
zlib.brotliCompress(input, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }, (error, compressed) => {
  if (error) throw error;
  console.log(JSON.stringify({ ms: performance.now() - start, bytes: compressed.length }));
});
