'use strict';
// A failed operation tells its own error, once; hashes, HMACs and ciphers after it work as before.
const crypto = require('crypto');

function attempt(name, body) {
  try {
    const result = body();
    console.log(name, Buffer.isBuffer(result) ? result.toString('hex') : result);
  } catch (error) {
    console.log(name, `${error.name} | ${error.code} | ${error.message}`);
  }
}

const FAILURES = {
  'HMAC with SHAKE128': () => crypto.createHmac('shake128', 'k').update(Buffer.alloc(2000)).digest(),
  'HMAC with SHAKE256': () => crypto.createHmac('shake256', 'k'),
  'HMAC with a long key': () => crypto.createHmac('shake256', Buffer.alloc(100000)).update('x'),
  'unknown digest': () => crypto.createHash('nonsense'),
  'unknown HMAC': () => crypto.createHmac('nonsense', 'k'),
  'wrong output length': () => crypto.createHash('sha256', { outputLength: 5 }),
  'bad tag': () => {
    const decipher = crypto.createDecipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12));
    decipher.setAuthTag(Buffer.alloc(16));
    decipher.update('abc');
    return decipher.final();
  },
  'bad padding': () => {
    const decipher = crypto.createDecipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
    decipher.update(Buffer.alloc(16));
    return decipher.final();
  },
  'no key': () => crypto.createPublicKey('s3cret').type,
  'no private key': () => crypto.createPrivateKey('s3cret').type,
  'bad point': () => crypto.createECDH('prime256v1').computeSecret(Buffer.alloc(65, 4)),
};

function others() {
  attempt('sha512', () => crypto.createHash('sha512').update('abc').digest('hex').slice(0, 16));
  attempt('sha3', () => crypto.createHash('sha3-256').update(Buffer.alloc(20000, 1)).digest('hex').slice(0, 16));
  attempt('shake', () => crypto.createHash('shake128', { outputLength: 8 }).update('abc').digest('hex'));
  attempt('hmac', () => crypto.createHmac('sha512', 'key').update('abc').digest('hex').slice(0, 16));
  attempt('hash', () => crypto.hash('md5', 'abc'));
  attempt('cipher', () => {
    const cipher = crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16));
    return Buffer.concat([cipher.update('abc'), cipher.final()]);
  });
}

others();
for (const [name, failure] of Object.entries(FAILURES)) {
  console.log();
  // Something that is under way while the other fails.
  const hash = crypto.createHash('sha384').update(Buffer.alloc(3000, 7));
  const hmac = crypto.createHmac('sha384', 'key').update(Buffer.alloc(3000, 7));
  attempt(name, failure);
  attempt('under way', () => hash.update('x').digest('hex').slice(0, 16));
  attempt('under way', () => hmac.update('x').digest('hex').slice(0, 16));
  attempt(name, failure);
  others();
}
