'use strict';
const { subtle } = globalThis.crypto;
const data = new TextEncoder().encode('a message');
const hex = (buffer) => Buffer.from(buffer).toString('hex');
const attempt = async (label, run) => {
  try {
    console.log(label, await run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
};
(async () => {
  for (const name of ['SHA-1', 'sha-256', 'SHA-384', { name: 'SHA-512' }]) console.log(hex(await subtle.digest(name, data)));
  for (const [name, params, length] of [['AES-CBC', { iv: new Uint8Array(16) }, 128], ['AES-GCM', { iv: new Uint8Array(12), tagLength: 96 }, 256],
                                        ['AES-CTR', { counter: new Uint8Array(16).fill(255), length: 4 }, 192]]) {
    const raw = new Uint8Array(length / 8).fill(7);
    const key = await subtle.importKey('raw', raw, name, true, ['encrypt', 'decrypt']);
    const sealed = await subtle.encrypt({ name, ...params }, key, data);
    console.log(key.algorithm, hex(sealed), new TextDecoder().decode(await subtle.decrypt({ name, ...params }, key, sealed)));
    console.log(await subtle.exportKey('jwk', key));
  }
  for (const [algorithm, params] of [
    [{ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' }], [{ name: 'Ed25519' }, 'Ed25519'],
    [{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, 'RSASSA-PKCS1-v1_5'],
    [{ name: 'RSA-PSS', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-384' }, { name: 'RSA-PSS', saltLength: 10 }],
    [{ name: 'HMAC', hash: 'SHA-256' }, 'HMAC'],
  ]) {
    const made = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const { publicKey = made, privateKey = made } = made;
    const signature = await subtle.sign(params, privateKey, data);
    console.log(algorithm.name, signature.byteLength, privateKey.usages, publicKey.usages,
                await subtle.verify(params, publicKey, signature, data), await subtle.verify(params, publicKey, signature, new Uint8Array(1)));
    console.log(Object.keys(await subtle.exportKey('jwk', privateKey)).sort().join());
  }
  const [a, b] = await Promise.all([0, 1].map(() => subtle.generateKey({ name: 'ECDH', namedCurve: 'P-384' }, false, ['deriveBits', 'deriveKey'])));
  const bits = await Promise.all([[a, b], [b, a]].map(([x, y]) => subtle.deriveBits({ name: 'ECDH', public: y.publicKey }, x.privateKey, 256)));
  console.log(hex(bits[0]) === hex(bits[1]));
  const password = await subtle.importKey('raw', data, 'PBKDF2', false, ['deriveBits', 'deriveKey']);
  console.log(hex(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: data, iterations: 100 }, password, 128)));
  const derived = await subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-1', salt: data, iterations: 10 }, password, { name: 'AES-KW', length: 128 }, true, ['wrapKey', 'unwrapKey']);
  const secret = await subtle.importKey('raw', new Uint8Array(32).fill(1), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
  const wrapped = await subtle.wrapKey('raw', secret, derived, 'AES-KW');
  const unwrapped = await subtle.unwrapKey('raw', wrapped, derived, 'AES-KW', { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
  console.log(hex(wrapped), hex(await subtle.exportKey('raw', unwrapped)), unwrapped);
  await attempt('digest', () => subtle.digest('nothing', data));
  await attempt('no data', () => subtle.digest('SHA-1'));
  await attempt('length', () => subtle.generateKey({ name: 'AES-GCM', length: 1 }, true, ['encrypt']));
  await attempt('usage', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['sign']));
  await attempt('none', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, []));
  await attempt('sealed', () => subtle.exportKey('raw', a.privateKey));
  await attempt('format', () => subtle.importKey('spki', data, 'AES-GCM', true, ['encrypt']));
  await attempt('tag', async () => subtle.decrypt({ name: 'AES-GCM', iv: data }, await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['decrypt']), new Uint8Array(40)));
})();
