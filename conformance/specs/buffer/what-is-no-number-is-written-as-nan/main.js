'use strict';
for (const value of [undefined, NaN, 'x', {}, -NaN, Infinity, null]) {
  const bytes = Buffer.alloc(12);
  bytes.writeDoubleBE(value, 0);
  bytes.writeFloatLE(value, 8);
  console.log(value, bytes.toString('hex'));
}
