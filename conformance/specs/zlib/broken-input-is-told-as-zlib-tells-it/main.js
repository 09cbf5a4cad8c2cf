'use strict';
const zlib = require('zlib');

const text = Buffer.from('the quick brown fox jumps over the lazy dog, again and again and again');
const deflate = zlib.deflateSync(text, { level: 0 });
const gz = zlib.gzipSync(text, { level: 0 });
const broken = (bytes, at, value) => {
  const copy = Buffer.from(bytes);
  copy[at < 0 ? copy.length + at : at] = value;
  return copy;
};

const CASES = {
  'gunzip of nothing': ['gunzip', Buffer.alloc(0)],
  'gunzip of text': ['gunzip', text],
  'gunzip, cut off': ['gunzip', gz.subarray(0, 30)],
  'gunzip, cut off in the header': ['gunzip', gz.subarray(0, 5)],
  'gunzip, cut off in the trailer': ['gunzip', gz.subarray(0, -3)],
  'gunzip, unknown method': ['gunzip', broken(gz, 2, 7)],
  'gunzip, unknown flags': ['gunzip', broken(gz, 3, 0xe0)],
  'gunzip, wrong sum of the header': ['gunzip', Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 3, 1, 2]), gz.subarray(10)])],
  'gunzip, wrong sum': ['gunzip', broken(gz, -8, gz.at(-8) ^ 1)],
  'gunzip, wrong length': ['gunzip', broken(gz, -4, gz.at(-4) ^ 1)],
  'gunzip, wrong data': ['gunzip', broken(gz, 20, 0)],
  'gunzip, garbage behind it': ['gunzip', Buffer.concat([gz, Buffer.from('garbage')])],
  'gunzip, the beginning of another member': ['gunzip', Buffer.concat([gz, gz.subarray(0, 12)])],
  'inflate of text': ['inflate', text],
  'inflate, unknown method': ['inflate', Buffer.from([0x77, 0x85, 1, 2, 3])],
  'inflate, window too large': ['inflate', Buffer.from([0x88, 0x1c, 1, 2, 3])],
  'inflate, window larger than asked for': ['inflate', deflate, { windowBits: 10 }],
  'inflate, cut off': ['inflate', deflate.subarray(0, 20)],
  'inflate, wrong sum': ['inflate', broken(deflate, -1, deflate.at(-1) ^ 1)],
  'inflate, wrong stored block': ['inflate', broken(deflate, 3, 0)],
  'inflate, dictionary missing': ['inflate', zlib.deflateSync(text, { dictionary: text })],
  'inflate, another dictionary': ['inflate', zlib.deflateSync(text, { dictionary: text }), { dictionary: Buffer.from('no') }],
  'inflateRaw, invalid block type': ['inflateRaw', Buffer.from([7, 1, 2, 3])],
  'inflateRaw, invalid distance': ['inflateRaw', Buffer.from([0x4b, 0x04, 0x12, 0x00])],
  'inflateRaw of nothing': ['inflateRaw', Buffer.alloc(0)],
  'unzip of text': ['unzip', text],
  'unzip of half a magic number': ['unzip', Buffer.from([0x1f])],
  'unzip of a wrong magic number': ['unzip', Buffer.from([0x1f, 0x00, 1, 2])],
  'brotli of text': ['brotliDecompress', text],
  'brotli, cut off': ['brotliDecompress', zlib.brotliCompressSync(text).subarray(0, 20)],
  'brotli of nothing': ['brotliDecompress', Buffer.alloc(0)],
  'zstd of text': ['zstdDecompress', text],
  'zstd, cut off': ['zstdDecompress', zlib.zstdCompressSync(text).subarray(0, 20)],
  'zstd, wrong sum': ['zstdDecompress', (() => {
    const c = zlib.zstdCompressSync(text, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } });
    return broken(c, -1, c.at(-1) ^ 1);
  })()],
  'zstd of nothing': ['zstdDecompress', Buffer.alloc(0)],
};

const show = (error) => (error ? `${error.constructor.name} ${error.code} ${error.errno} ${error.message}` : 'no error');

(async () => {
  for (const [name, [method, input, options]] of Object.entries(CASES)) {
    let thrown;
    try {
      zlib[`${method}Sync`](input, options);
    } catch (error) {
      thrown = error;
    }
    const later = await new Promise((resolve) => zlib[method](input, options ?? {}, resolve));
    const streamed = await new Promise((resolve) => {
      const stream = zlib[`create${method[0].toUpperCase()}${method.slice(1)}`](options);
      stream.on('error', resolve).on('end', () => resolve(undefined)).resume();
      for (const byte of input) stream.write(Buffer.from([byte]));
      stream.end();
    });
    console.log(`${name}: ${show(thrown)}`);
    if (show(later) !== show(thrown)) console.log(`  by callback: ${show(later)}`);
    if (show(streamed) !== show(thrown)) console.log(`  by stream: ${show(streamed)}`);
  }
})();
