'use strict';
// 128 MiB of zeros in a few hundred kilobytes or less.
const zlib = require('zlib');

const MiB = 1 << 20;
const zeros = Buffer.alloc(128 * MiB);
const BOMBS = {
  gunzip: zlib.gzipSync(zeros, { level: 1 }),
  inflate: zlib.deflateSync(zeros, { level: 1 }),
  inflateRaw: zlib.deflateRawSync(zeros, { level: 1 }),
  brotliDecompress: zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstdDecompress: zlib.zstdCompressSync(zeros),
};

const before = process.memoryUsage().rss;
const tell = (name, how, error) => console.log(name, how, error.constructor.name, error.code, error.message);

(async () => {
  for (const [name, bomb] of Object.entries(BOMBS)) {
    const options = { maxOutputLength: 2 * MiB };
    try {
      zlib[`${name}Sync`](bomb, options);
    } catch (error) {
      tell(name, 'at once', error);
    }
    await new Promise((resolve) => zlib[name](bomb, options, (error) => {
      tell(name, 'later', error);
      resolve();
    }));
    // A stream goes no further than its reader.
    const stream = zlib[`create${name[0].toUpperCase()}${name.slice(1)}`]();
    let bytes = 0;
    await new Promise((resolve) => {
      stream.on('data', (part) => {
        bytes += part.length;
        if (bytes >= MiB) stream.destroy();
      }).on('close', resolve).end(bomb);
    });
    console.log(name, 'by stream', bytes < 2 * MiB);
  }
  const exact = zlib.gzipSync(Buffer.alloc(1000));
  console.log(zlib.gunzipSync(exact, { maxOutputLength: 1000 }).length);
  console.log(process.memoryUsage().rss - before < 100 * MiB);
})();
