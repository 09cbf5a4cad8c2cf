'use strict';
const zlib = require('zlib');

for (const [name, value] of Object.entries(zlib.constants)) console.log(name, value);
for (const [name, value] of Object.entries(zlib.codes)) console.log(name, value);
const names = Object.keys(zlib).filter((name) => !/zip/i.test(name) || /^(create)?(gun|g|un)zip(Sync)?$/i.test(name));
for (const name of names) console.log(name, typeof zlib[name], zlib[name].name ?? '', zlib[name].length ?? '');
console.log(zlib.Z_SYNC_FLUSH, zlib.BROTLI_OPERATION_FLUSH, zlib.ZSTD_e_end, Object.isFrozen(zlib.codes));
for (const name of ['Gzip', 'Inflate', 'BrotliCompress', 'ZstdDecompress']) {
  const chain = [];
  for (let c = zlib[name]; c.name; c = Object.getPrototypeOf(c)) chain.push(c.name);
  console.log(chain.join(' < '), zlib[`create${name}`]() instanceof zlib[name]);
}
