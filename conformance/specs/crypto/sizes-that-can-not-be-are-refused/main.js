'use strict';
const crypto = require('crypto');

const SIZES = [-1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 32, 2 ** 53, '5', null, 1n];
const isLarge = (size) => size >= 2 ** 31 && size <= 2 ** 32; // some of these Node tries, or ends by them

function attempt(name, size, body) {
  try {
    const result = body(size);
    console.log(name, String(size), typeof result);
  } catch (error) {
    console.log(name, String(size), `${error.name} | ${error.code} | ${error.message}`);
  }
}

for (const size of SIZES) {
  attempt('randomBytes', size, crypto.randomBytes);
  attempt('randomFill offset', size, (size) => crypto.randomFillSync(Buffer.alloc(4), size));
  attempt('randomFill size', size, (size) => crypto.randomFillSync(Buffer.alloc(4), 0, size));
  attempt('pbkdf2', size, (size) => crypto.pbkdf2Sync('a', 'b', 1, size, 'sha1'));
  if (!isLarge(size)) attempt('iterations', size, (size) => crypto.pbkdf2Sync('a', 'b', size, 1, 'sha1'));
  attempt('scrypt', size, (size) => crypto.scryptSync('a', 'b', size, { N: 2 }));
  attempt('scrypt N', size, (size) => crypto.scryptSync('a', 'b', 8, { N: size }));
  attempt('scrypt r', size, (size) => crypto.scryptSync('a', 'b', 8, { N: 2, r: size }));
  attempt('scrypt p', size, (size) => crypto.scryptSync('a', 'b', 8, { N: 2, r: 1, p: size }));
  attempt('scrypt maxmem', size, (size) => crypto.scryptSync('a', 'b', 8, { maxmem: size }));
  if (!isLarge(size)) attempt('hkdf', size, (size) => crypto.hkdfSync('sha256', 'k', 's', 'i', size));
  attempt('sha1', size, (size) => crypto.createHash('sha1', { outputLength: size }));
  if (!isLarge(size)) attempt('hash sha1', size, (size) => crypto.hash('sha1', 'x', { outputLength: size }));
  attempt('hash shake', size, (size) => crypto.hash('shake128', 'x', { outputLength: size }));
  if (!isLarge(size)) attempt('shake', size, (size) => crypto.createHash('shake128', { outputLength: size }));
  attempt('aes', size, (size) => crypto.generateKeySync('aes', { length: size }));
  attempt('hmac', size, (size) => crypto.generateKeySync('hmac', { length: size }));
  attempt('prime', size, (size) => crypto.generatePrimeSync(size));
  attempt('checks', size, (size) => crypto.checkPrimeSync(4n, { checks: size }));
  attempt('gcm tag', size, (size) => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12), { authTagLength: size }));
  attempt('ccm tag', size, (size) => crypto.createCipheriv('aes-128-ccm', Buffer.alloc(16), Buffer.alloc(12), { authTagLength: size }));
  if (!isLarge(size)) attempt('rsa', size, (size) => crypto.generateKeyPairSync('rsa', { modulusLength: size }));
  attempt('dh', size, (size) => crypto.generateKeyPairSync('dh', { primeLength: size }));
  attempt('randomInt', size, (size) => crypto.randomInt(0, size));
}
console.log(crypto.secureHeapUsed());
// A long digest: its end is told.
const long = crypto.createHash('shake128', { outputLength: 65 * 2 ** 20 }).update('x').digest();
console.log(long.length, long.subarray(-8).toString('hex'), crypto.hash('md5', long));
// A number that small primes divide is found out at once, however long it is.
const start = Date.now();
console.log(crypto.checkPrimeSync(Buffer.alloc(4000, 255)), Date.now() - start < 5000);
