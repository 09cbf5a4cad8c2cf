'use strict';
// Most of this memory is never touched, so it takes no room.
const crypto = require('crypto');

const memory = new ArrayBuffer(2200000000);
const ends = { beginning: 3, end: 2199900001 };
const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519');

function attempt(name, body) {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, `${error.name} | ${error.code} | ${error.message}`);
  }
}

for (const [end, offset] of Object.entries(ends)) {
  for (const length of [20, 20000]) {
    const bytes = new Uint8Array(memory, offset, length).fill(9);
    const buffer = Buffer.from(memory, offset, length);
    const view = new DataView(memory, offset, length);
    const words = new Uint16Array(memory, offset + 1, length / 2);
    console.log(`\n${end} ${length}`);
    for (const [kind, data] of Object.entries({ bytes, buffer, view, words })) {
      attempt(`hash ${kind}`, () => crypto.createHash('sha1').update(data).digest('hex'));
      attempt(`more ${kind}`, () => crypto.createHash('sha1').update('a').update(data).update(data).digest('hex'));
      attempt(`once ${kind}`, () => crypto.hash('sha1', data));
      attempt(`xof ${kind}`, () => crypto.hash('shake128', data, { outputLength: 4 }));
      attempt(`hmac ${kind}`, () => crypto.createHmac('sha1', data).update(data).digest('hex'));
      attempt(`pbkdf2 ${kind}`, () => crypto.pbkdf2Sync(data, data, 1, 8, 'sha1').toString('hex'));
      attempt(`hkdf ${kind}`, () => Buffer.from(crypto.hkdfSync('sha1', data, data, 'info', 8)).toString('hex'));
      attempt(`scrypt ${kind}`, () => crypto.scryptSync(data, data, 8, { N: 2 }).toString('hex'));
      attempt(`cipher ${kind}`, () => crypto.hash('md5',
        crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(data)));
      attempt(`sign ${kind}`, () => crypto.verify(null, data, publicKey, crypto.sign(null, data, privateKey)));
      attempt(`equal ${kind}`, () => crypto.timingSafeEqual(data, data));
      attempt(`secret ${kind}`, () => crypto.createSecretKey(data).symmetricKeySize);
    }
    attempt('random', () => crypto.randomFillSync(bytes) === bytes && bytes.some((byte) => byte !== 9));
    attempt('random part', () => crypto.randomFillSync(bytes.fill(0), 5, 4).subarray(0, 5).join());
  }
}
const target = new Uint8Array(memory, 2199900000, 10000).fill(0);
crypto.randomFill(target, (error, result) => {
  console.log('\nasync', error, result === target, target.some((byte) => byte !== 0));
  crypto.pbkdf2(target.fill(1), target, 1, 8, 'sha1', (error, key) => console.log(error, key.toString('hex')));
});
