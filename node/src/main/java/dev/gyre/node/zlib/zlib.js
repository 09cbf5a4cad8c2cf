'use strict';

// node:zlib. The codecs are native and run on the pool: see internal/zlib/handle and ZlibBinding.

const {
  Int32ArrayFrom, MathMin, ObjectDefineProperties, ObjectDefineProperty, ObjectEntries, ObjectKeys,
  StringPrototypeStartsWith,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { assignFunctionName } = require('internal/util');
const { validateUint32 } = require('internal/validators');
const { isArrayBufferView } = require('util').types;
const { Buffer } = require('buffer');
const { codes, constants } = require('internal/zlib/constants');
const streams = require('internal/zlib/streams');
const oneShot = require('internal/zlib/one_shot');
const { byteLengthOf, bytesOf, partOf } = require('internal/memory');

const native = binding('zlib');

function crc32(data, value = 0) {
  if (typeof data === 'string') {
    data = Buffer.from(data);
  } else if (!isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['Buffer', 'TypedArray', 'DataView', 'string'], data);
  }
  validateUint32(value, 'value');
  const length = byteLengthOf(data);
  if (length < SHORT_BYTES) return shortCrc32(bytesOf(data), value);
  for (let at = 0; at < length; at += MAX_CALL_BYTES) {
    value = native.crc32(partOf(data, at, MathMin(MAX_CALL_BYTES, length - at)), value);
  }
  return value;
}

// A call into Java takes longer than a checksum of some hundred bytes here.
const SHORT_BYTES = 512;
const MAX_CALL_BYTES = 1 << 30;
let crcTable;

function shortCrc32(bytes, value) {
  crcTable ??= Int32ArrayFrom({ __proto__: null, length: 256 }, (_, i) => {
    for (let bit = 0; bit < 8; bit++) i = i & 1 ? i >>> 1 ^ 0xedb88320 : i >>> 1;
    return i;
  });
  let sum = ~value;
  for (let i = 0; i < bytes.length; i++) sum = crcTable[(sum ^ bytes[i]) & 255] ^ sum >>> 8;
  return ~sum >>> 0;
}

const ONE_SHOTS = {
  deflate: ['Deflate', constants.DEFLATE],
  gzip: ['Gzip', constants.GZIP],
  deflateRaw: ['DeflateRaw', constants.DEFLATERAW],
  unzip: ['Unzip', constants.UNZIP],
  inflate: ['Inflate', constants.INFLATE],
  gunzip: ['Gunzip', constants.GUNZIP],
  inflateRaw: ['InflateRaw', constants.INFLATERAW],
  brotliCompress: ['BrotliCompress', constants.BROTLI_ENCODE],
  brotliDecompress: ['BrotliDecompress', constants.BROTLI_DECODE],
  zstdCompress: ['ZstdCompress', constants.ZSTD_COMPRESS],
  zstdDecompress: ['ZstdDecompress', constants.ZSTD_DECOMPRESS],
};

module.exports = { crc32, ...streams };

for (let j = 0, list = ObjectEntries(ONE_SHOTS); j < list.length; j++) {
  const { 0: name, 1: { 0: className, 1: mode } } = list[j];
  module.exports[name] = oneShot.async(streams[className], mode);
  module.exports[`${name}Sync`] = oneShot.sync(streams[className], mode);
}

for (let k = 0, items = ['Deflate', 'Inflate', 'DeflateRaw', 'InflateRaw', 'Gzip', 'Gunzip', 'Unzip', 'BrotliCompress',
  'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress']; k < items.length; k++) {
  const name = items[k];
  ObjectDefineProperty(module.exports, `create${name}`, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    value: assignFunctionName(`create${name}`, function(options) { return new streams[name](options); }),
  });
}

ObjectDefineProperties(module.exports, {
  __proto__: null,
  constants: { __proto__: null, enumerable: true, value: constants },
  codes: { __proto__: null, enumerable: true, value: codes },
});

// Long deprecated, but still used: the constants on the module itself.
for (let n = 0, all = ObjectKeys(constants); n < all.length; n++) {
  const name = all[n];
  if (!StringPrototypeStartsWith(name, 'BROTLI')) ObjectDefineProperty(module.exports, name, { __proto__: null, value: constants[name] });
}
