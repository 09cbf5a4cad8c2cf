'use strict';
for (const name of ['allocUnsafe', 'allocUnsafeSlow']) {
  console.log(name, Buffer[name].length);
  for (const alignment of [undefined, 1, 8, 64, 4096, 1 << 20, 0, 3, -1, 1.5, NaN, 2 ** 31, '8', null, 16n]) {
    try {
      const buffer = Buffer[name](10, alignment).fill('x');
      console.log(alignment, buffer.toString(), buffer instanceof Buffer);
    } catch (error) {
      console.log(alignment, error.name, error.code, error.message);
    }
  }
  console.log(Buffer[name](0, 64).length);
}
const own = Buffer.allocUnsafeSlow(10, 4096);
console.log(own.buffer.byteLength, own.byteOffset < 4096);
