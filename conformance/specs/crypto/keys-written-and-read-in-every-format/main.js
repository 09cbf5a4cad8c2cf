'use strict';
const crypto = require('crypto');
const same = (a, b) => a.equals(b);
for (const [type, options, encodings] of [
  ['rsa', { modulusLength: 1024 }, ['pkcs1', 'pkcs8']],
  ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha384', saltLength: 16 }, ['pkcs8']],
  ['ec', { namedCurve: 'P-256' }, ['sec1', 'pkcs8']],
  ['ec', { namedCurve: 'secp256k1', paramEncoding: 'explicit' }, ['sec1', 'pkcs8']],
  ['ed25519', {}, ['pkcs8']], ['x25519', {}, ['pkcs8']], ['ed448', {}, ['pkcs8']], ['x448', {}, ['pkcs8']],
  ['dsa', { modulusLength: 1024, divisorLength: 160 }, ['pkcs8']],
  ['dh', { group: 'modp14' }, ['pkcs8']],
]) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync(type, options);
  console.log(publicKey.type, privateKey.type, privateKey.asymmetricKeyType, privateKey.asymmetricKeyDetails);
  for (const encoding of encodings) {
    for (const format of ['pem', 'der']) {
      const bytes = privateKey.export({ type: encoding, format });
      console.log(encoding, format, typeof bytes === 'string' ? bytes.split('\n')[0] : 'bytes',
                  same(crypto.createPrivateKey({ key: bytes, type: encoding, format }), privateKey));
    }
    const locked = privateKey.export({ type: encoding, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' });
    console.log(locked.split('\n')[0], same(crypto.createPrivateKey({ key: locked, passphrase: 'secret' }), privateKey));
    try {
      crypto.createPrivateKey(locked);
    } catch (error) {
      console.log(error.code, error.message);
    }
  }
  const spki = publicKey.export({ type: 'spki', format: 'pem' });
  console.log(same(crypto.createPublicKey(spki), publicKey), same(crypto.createPublicKey(privateKey), publicKey));
  try {
    const jwk = privateKey.export({ format: 'jwk' });
    console.log(Object.keys(jwk).sort().join(), jwk.crv,
                same(crypto.createPrivateKey({ key: jwk, format: 'jwk' }), privateKey));
  } catch (error) {
    console.log(error.code, error.message);
  }
}
const secret = crypto.createSecretKey('00010203', 'hex');
console.log(secret.symmetricKeySize, secret.export({ format: 'jwk' }), secret.equals(crypto.createSecretKey(Buffer.from([0, 1, 2, 3]))));
for (const attempt of [
  () => crypto.createPrivateKey(''), () => crypto.createPublicKey({ key: 1 }), () => crypto.createSecretKey(1),
  () => new crypto.KeyObject('nothing'), () => crypto.createPrivateKey({ key: Buffer.alloc(3), format: 'der' }),
  () => crypto.createPublicKey(secret), () => crypto.createPrivateKey({ key: { kty: 'EC', crv: 'P-256' }, format: 'jwk' }),
  () => crypto.generateKeyPairSync('ec', { namedCurve: 'nothing' }), () => crypto.generateKeyPairSync('nothing'),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message.split('\n')[0]);
  }
}
