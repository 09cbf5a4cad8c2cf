'use strict';
const crypto = require('crypto');
console.log(crypto.pbkdf2Sync('password', 'salt', 1000, 32, 'sha256').toString('hex'));
console.log(crypto.scryptSync('password', 'salt', 32).toString('hex'));
console.log(crypto.scryptSync('password', 'salt', 16, { cost: 16, blockSize: 1, parallelization: 2 }).toString('hex'));
console.log(Buffer.from(crypto.hkdfSync('sha512', 'key', 'salt', 'info', 100)).toString('hex'));
console.log(Buffer.from(crypto.hkdfSync('sha1', Buffer.alloc(0), '', '', 20)).toString('hex'));
for (const attempt of [
  () => crypto.pbkdf2Sync('p', 's', 0, 1, 'sha1'),
  () => crypto.pbkdf2Sync('p', 's', 1, 1, 'nothing'),
  () => crypto.pbkdf2Sync(1, 's', 1, 1, 'sha1'),
  () => crypto.pbkdf2('p', 's', 1, 1, 'sha1'),
  () => crypto.scryptSync('p', 's', 1, { N: 3 }),
  () => crypto.scryptSync('p', 's', 1, { N: 2 ** 20 }),
  () => crypto.scryptSync('p', 's', 1, { N: 16, cost: 16 }),
  () => crypto.hkdfSync('sha1', 'k', 's', 'i', 255 * 20 + 1),
  () => crypto.hkdfSync('sha1', 'k', 's', Buffer.alloc(1025), 1),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
crypto.pbkdf2('password', 'salt', 1, 20, 'sha1', function(error, key) {
  console.log(this.constructor.name, error, key.toString('hex'));
  crypto.scrypt('password', 'salt', 8, { N: 16 }, (error, key) => {
    console.log(error, key.toString('hex'));
    crypto.hkdf('sha256', 'key', 'salt', 'info', 8, (error, bits) => console.log(error, bits));
  });
});
console.log('later');
