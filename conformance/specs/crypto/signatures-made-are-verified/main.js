'use strict';
const crypto = require('crypto');
const data = Buffer.from('a message');
const pairs = {
  rsa: crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ec: crypto.generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: crypto.generateKeyPairSync('ed25519'),
  ed448: crypto.generateKeyPairSync('ed448'),
};
const check = (label, algorithm, pair, options = {}) => {
  const signature = crypto.sign(algorithm, data, { key: pair.privateKey, ...options });
  const key = { key: pair.publicKey, ...options };
  console.log(label, crypto.verify(algorithm, data, key, signature), crypto.verify(algorithm, Buffer.from('x'), key, signature));
  return signature;
};
console.log(check('rsa', 'sha256', pairs.rsa).length);
check('rsa pss', 'sha256', pairs.rsa, { padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 });
check('ec', 'sha384', pairs.ec);
console.log(check('ec p1363', 'sha384', pairs.ec, { dsaEncoding: 'ieee-p1363' }).length);
console.log(check('ed25519', null, pairs.ed25519).length, check('ed448', undefined, pairs.ed448).length);
const signature = crypto.createSign('sha256').update('a ').update('message').sign(pairs.rsa.privateKey);
console.log(signature.equals(crypto.sign('RSA-SHA256', data, pairs.rsa.privateKey)),
            crypto.createVerify('sha256').update(data).verify(pairs.rsa.publicKey, signature));
const secret = crypto.publicEncrypt(pairs.rsa.publicKey, data);
console.log(crypto.privateDecrypt(pairs.rsa.privateKey, secret).toString(),
            crypto.publicDecrypt(pairs.rsa.publicKey, crypto.privateEncrypt(pairs.rsa.privateKey, data)).toString());
for (const attempt of [
  () => crypto.createSign('nothing'), () => crypto.createSign('sha256').sign(), () => crypto.sign('nothing', data, pairs.rsa.privateKey),
  () => crypto.createSign('sha256').sign(pairs.ed25519.privateKey), () => crypto.sign('sha256', data, pairs.rsa.publicKey),
  () => crypto.sign('sha256', 1, pairs.rsa.privateKey), () => crypto.sign('sha256', data, { key: pairs.ec.privateKey, dsaEncoding: 'x' }),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message.split('\n')[0]);
  }
}
crypto.sign('sha256', data, pairs.rsa.privateKey, (error, async) => {
  console.log(error, async.equals(signature));
  crypto.verify('sha256', data, pairs.rsa.publicKey, async, (error, result) => console.log(error, result));
});
const [a, b] = [0, 1].map(() => crypto.createECDH('prime256v1'));
[a, b].forEach((one) => one.generateKeys());
console.log(a.computeSecret(b.getPublicKey()).equals(b.computeSecret(a.getPublicKey(null, 'compressed'))));
const [c, d] = [0, 1].map(() => crypto.getDiffieHellman('modp5'));
[c, d].forEach((one) => one.generateKeys());
console.log(c.computeSecret(d.getPublicKey()).equals(d.computeSecret(c.getPublicKey())), c.verifyError);
const [x, y] = [0, 1].map(() => crypto.generateKeyPairSync('x25519'));
console.log(crypto.diffieHellman({ privateKey: x.privateKey, publicKey: y.publicKey })
  .equals(crypto.diffieHellman({ privateKey: y.privateKey, publicKey: x.publicKey })));
