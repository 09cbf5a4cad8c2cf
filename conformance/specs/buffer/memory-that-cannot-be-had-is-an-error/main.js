'use strict';
const { constants, kMaxLength, kStringMaxLength } = require('buffer');
console.log(constants, kMaxLength, kStringMaxLength);
const attempt = (what) => {
  try {
    console.log(what().length);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
for (const size of [2 ** 45, constants.MAX_LENGTH, constants.MAX_LENGTH + 1, -1, NaN, '1']) {
  for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow']) attempt(() => Buffer[name](size));
}
attempt(() => new Uint8Array(2 ** 45));
const half = Buffer.allocUnsafeSlow(constants.MAX_STRING_LENGTH / 2 + 1);
for (const encoding of ['hex', 'utf8']) attempt(() => half.toString(encoding).slice(0, encoding === 'hex' ? 1 : 0));
