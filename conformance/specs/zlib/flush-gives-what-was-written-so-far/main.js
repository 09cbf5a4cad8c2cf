'use strict';
const zlib = require('zlib');
const { once } = require('events');

const { constants } = zlib;
const PAIRS = [
  ['Gzip', 'Gunzip', [undefined, constants.Z_PARTIAL_FLUSH, constants.Z_SYNC_FLUSH, constants.Z_FULL_FLUSH]],
  ['DeflateRaw', 'InflateRaw', [undefined, constants.Z_SYNC_FLUSH]],
  ['BrotliCompress', 'BrotliDecompress', [undefined, constants.BROTLI_OPERATION_FLUSH]],
  ['ZstdCompress', 'ZstdDecompress', [undefined, constants.ZSTD_e_flush]],
];

(async () => {
  for (const [from, to, kinds] of PAIRS) {
    for (const kind of kinds) {
      const compress = zlib[`create${from}`]();
      const expand = zlib[`create${to}`]();
      compress.pipe(expand);
      let text = '';
      expand.setEncoding('utf8').on('data', (part) => { text += part; });
      for (const word of ['first ', 'second ', 'third ']) {
        compress.write(word);
        await new Promise((resolve) => (kind === undefined ? compress.flush(resolve) : compress.flush(kind, resolve)));
        while (!text.endsWith(word)) await once(expand, 'data');
        console.log(from, kind, JSON.stringify(text), compress.bytesWritten);
      }
      compress.end();
      await new Promise((resolve) => expand.on('end', resolve));
    }
  }
  const gzip = zlib.createGzip();
  gzip.resume().end('x', () => gzip.flush(() => console.log('flush after the end')));
  for (const kind of [-1, 6, 'x']) {
    try {
      zlib.createGzip().flush(kind);
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
})();
