'use strict';
const crypto = require('crypto');
console.log(crypto.randomBytes(0).length, crypto.randomBytes(16).length, crypto.randomBytes(70_000).length,
            crypto.randomBytes(16).buffer.byteLength);
console.log(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID({ disableEntropyCache: true })));
console.log(new Set(Array.from({ length: 5000 }, () => crypto.randomUUID())).size);
const ids = Array.from({ length: 3 }, () => crypto.randomUUIDv7().slice(0, 9));
console.log(ids.every((id, i) => i === 0 || id >= ids[i - 1]));
const seen = new Set(Array.from({ length: 2000 }, () => crypto.randomInt(-3, 4)));
console.log([...seen].sort((a, b) => a - b));
const filled = crypto.randomFillSync(new Uint32Array(8), 2, 3);
console.log([...filled].map((n, i) => i < 2 || i >= 5 ? n : 'random'));
console.log(crypto.timingSafeEqual(Buffer.from('abc'), new Uint8Array([97, 98, 99])), crypto.timingSafeEqual(Buffer.alloc(9000), Buffer.alloc(9000, 1)));
for (const attempt of [
  () => crypto.randomBytes(-1), () => crypto.randomBytes('1'), () => crypto.randomInt(5, 5), () => crypto.randomInt(0, 2 ** 50),
  () => crypto.randomFillSync('x'), () => crypto.randomFillSync(Buffer.alloc(2), 3), () => crypto.timingSafeEqual(Buffer.alloc(1), Buffer.alloc(2)),
  () => crypto.getRandomValues(new Float32Array(1)), () => crypto.getRandomValues(new Uint8Array(65537)), () => crypto.randomBytes(1, 'x'),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(crypto.checkPrimeSync(97n), crypto.checkPrimeSync(98n), crypto.generatePrimeSync(40, { bigint: true, safe: true }) > 2n ** 39n);
crypto.randomBytes(3_000_000, (error, bytes) => {
  console.log(error, bytes.length, bytes.subarray(2_999_900).some((byte) => byte !== 0));
  crypto.randomInt(10, (error, n) => console.log(error, n >= 0 && n < 10));
});
console.log('later');
