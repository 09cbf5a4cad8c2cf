'use strict';
const zlib = require('zlib');

const { constants } = zlib;
const attempt = (name, fn) => {
  try {
    fn();
    console.log(name, 'fine');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
for (const [key, values] of Object.entries({
  chunkSize: [63, 64, NaN, Infinity, 'x'],
  windowBits: [0, 7, 8, 15, 16, NaN, 'x'],
  level: [-2, -1, 9, 10, NaN, {}],
  memLevel: [0, 1, 9, 10],
  strategy: [-1, 0, 4, 5, '0'],
  flush: [-1, 5, 6, 'x'],
  finishFlush: [-1, 5, 6],
  maxOutputLength: [0, 1, 2 ** 53, 'x'],
  dictionary: [Buffer.from('abc'), new ArrayBuffer(4), 'abc', null],
  rejectGarbageAfterEnd: [true, 1, null],
})) {
  for (const value of values) {
    for (const method of ['createGzip', 'createInflate']) attempt(`${method} ${key} ${String(value)}`, () => zlib[method]({ [key]: value }));
  }
}
for (const params of [{ 1: 11 }, { 1: 12 }, { 1: 'x' }, { abc: 1 }, { 99: 1 }, { '-1': 1 }, { 2: 9 }, { 0: true }]) {
  attempt(`brotli ${JSON.stringify(params)}`, () => zlib.createBrotliCompress({ params }));
  attempt(`brotli back ${JSON.stringify(params)}`, () => zlib.createBrotliDecompress({ params }));
}
for (const params of [{ 100: 3 }, { 100: 1000 }, { 100: '3' }, { 101: 9 }, { 101: 99 }, { 999: 1 }, { 107: 130 }, { x: 1 }]) {
  attempt(`zstd ${JSON.stringify(params)}`, () => zlib.createZstdCompress({ params }));
  attempt(`zstd back ${JSON.stringify(params)}`, () => zlib.createZstdDecompress({ params }));
}
for (const pledgedSrcSize of [0, 1, -1, 1.5, 'x']) attempt(`pledged ${pledgedSrcSize}`, () => zlib.createZstdCompress({ pledgedSrcSize }));
attempt('gzip without callback', () => zlib.gzip('x'));
attempt('gzip of a number', () => zlib.gzip(5, () => {}));
attempt('gzipSync of a number', () => zlib.gzipSync(5));
attempt('crc32 of a number', () => zlib.crc32(5));
attempt('crc32 from a string', () => zlib.crc32('x', '1'));
attempt('params', () => zlib.createDeflate().params(10, 0));
attempt('params', () => zlib.createDeflate().params(1, 'x'));
attempt('pledge not kept', () => zlib.zstdCompressSync('abc', { pledgedSrcSize: 5 }));
attempt('constants', () => { constants.Z_OK = 5; });
