'use strict';
// ML-DSA, ML-KEM and hybrid KEMs: every format, usages, errors; keys made from a known seed.
process.removeAllListeners('warning');
process.on('warning', () => {});
const { subtle, createHash, KeyObject, createPrivateKey, generateKeyPairSync } = require('crypto');

const digest = (bytes) => createHash('sha256').update(Buffer.from(bytes)).digest('hex').slice(0, 16);
async function attempt(name, body) {
  try {
    console.log(name, await body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const show = (key) => `${key.type} ${JSON.stringify(key.algorithm)} ${key.extractable} ${key.usages}`;
const KINDS = [
  ...['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'].map((name) => ({ name, seed: 32, use: ['sign'], other: ['verify'] })),
  ...['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'].map((name) => ({ name, seed: 64, use: ['decapsulateKey', 'decapsulateBits'], other: ['encapsulateBits', 'encapsulateKey'] })),
  ...['MLKEM768-P256', 'MLKEM768-X25519', 'MLKEM1024-P384'].map((name) => ({ name, seed: 32, use: ['decapsulateBits'], other: ['encapsulateBits'] })),
];

async function formats({ name, seed, use, other }) {
  const bytes = Buffer.alloc(seed, 7);
  const key = await subtle.importKey('raw-seed', bytes, name, true, use);
  console.log(name, show(key));
  const open = await subtle.getPublicKey(key, other);
  console.log(show(open));
  for (const [which, one] of [['private', key], ['public', open]]) {
    for (const format of ['raw', 'raw-public', 'raw-seed', 'raw-secret', 'spki', 'pkcs8', 'jwk']) {
      await attempt(`  export ${which} ${format}`, async () => {
        const result = await subtle.exportKey(format, one);
        if (format !== 'jwk') {
          const again = await subtle.importKey(format, result, name.toLowerCase(), true, one.usages);
          return `${result.byteLength} ${digest(result)} ${show(again)}`;
        }
        const again = await subtle.importKey(format, result, name, false, one.usages);
        return `${Object.keys(result)} ${digest(JSON.stringify(result))} ${show(again)}`;
      });
    }
  }
  await attempt('  wrong usages', () => subtle.importKey('raw-seed', bytes, name, true, other));
  await attempt('  no usages', () => subtle.importKey('raw-seed', bytes, name, true, []));
  await attempt('  wrong size', () => subtle.importKey('raw-seed', bytes.subarray(1), name, true, use));
  await attempt('  wrong point', () => subtle.importKey('raw-public', Buffer.alloc(10), name, true, other));
  const jwk = await subtle.exportKey('jwk', key);
  for (const change of [{ alg: 'ML-DSA-1' }, { kty: 'EC' }, { pub: undefined }, { priv: 'AAAA' }, { use: 'none' }, { key_ops: ['sign', 'sign'] }, { key_ops: [] }, { ext: false }]) {
    await attempt(`  jwk ${JSON.stringify(change)}`, () => subtle.importKey('jwk', { ...jwk, ...change }, name, true, use).then(show));
  }
  await attempt('  generate without usages', () => subtle.generateKey(name, true, []));
  await attempt('  generate with wrong usages', () => subtle.generateKey(name, true, ['encrypt']));
  await attempt('  generate public usages only', () => subtle.generateKey(name, true, other));
  await attempt('  generate', () => subtle.generateKey(name, false, [...use, ...other]).then((pair) => `${Object.keys(pair)} ${show(pair.publicKey)} ${show(pair.privateKey)}`));
  await attempt('  as KeyObject', () => KeyObject.from(key).asymmetricKeyType);
  await attempt('  clone', async () => digest(await subtle.exportKey('raw-seed', structuredClone(key))));
  return { key, open };
}

async function signatures(name, { key, open }) {
  const data = Buffer.from('data');
  for (const context of [undefined, Buffer.alloc(0), Buffer.from('context'), Buffer.alloc(255), Buffer.alloc(256)]) {
    await attempt(`  signature, context ${context?.length}`, async () => {
      const signature = await subtle.sign({ name, context }, key, data);
      return [signature.byteLength, await subtle.verify({ name, context }, open, signature, data),
              await subtle.verify({ name }, open, signature, data), await subtle.verify({ name, context }, open, signature.slice(1), data)];
    });
  }
  await attempt('  sign with public', () => subtle.sign(name, open, data));
}

async function encapsulations(name, { key, open }) {
  const { ciphertext, sharedKey } = await subtle.encapsulateBits(name, open);
  console.log('  sizes', ciphertext.byteLength, sharedKey.byteLength, ciphertext.constructor.name);
  await attempt('  opened', async () => Buffer.from(sharedKey).equals(Buffer.from(await subtle.decapsulateBits(name, key, ciphertext))));
  await attempt('  short', () => subtle.decapsulateBits(name, key, ciphertext.slice(1)));
  await attempt('  with private', () => subtle.encapsulateBits(name, key));
  await attempt('  with public', () => subtle.decapsulateBits(name, open, ciphertext));
  await attempt('  other algorithm', () => subtle.decapsulateBits('ML-KEM-512', open, ciphertext));
  await attempt('  as key', () => subtle.encapsulateKey(name, open, 'AES-GCM', true, ['encrypt']).then((both) => `${Object.keys(both)} ${show(both.sharedKey)}`));
  await attempt('  as key of a bad kind', () => subtle.encapsulateKey(name, open, { name: 'HMAC', hash: 'SHA-256', length: 128 }, true, ['sign']));
  await attempt('  key opened', () => subtle.decapsulateKey(name, key, ciphertext, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']).then(show));
}

(async () => {
  for (const kind of KINDS) {
    const keys = await formats(kind);
    await (kind.use[0] === 'sign' ? signatures : encapsulations)(kind.name, keys);
  }
  for (const type of ['ml-dsa-44', 'ml-kem-768']) {
    const { privateKey } = generateKeyPairSync(type);
    console.log(type, privateKey.export({ type: 'pkcs8', format: 'der' }).length);
    await attempt('  toCryptoKey', () => show(privateKey.toCryptoKey(type.toUpperCase(), true, type === 'ml-dsa-44' ? ['sign'] : ['decapsulateBits'])));
    await attempt('  toCryptoKey of another kind', () => show(privateKey.toCryptoKey('ML-DSA-65', true, ['sign'])));
    await attempt('  from raw-seed', () => createPrivateKey({ key: Buffer.alloc(type === 'ml-dsa-44' ? 32 : 64, 1), format: 'raw-seed', asymmetricKeyType: type }).export({ format: 'jwk' }).alg);
  }
  for (const method of ['encapsulateBits', 'encapsulateKey', 'decapsulateBits', 'decapsulateKey', 'getPublicKey']) {
    await attempt(method, () => subtle[method]());
    console.log(subtle[method].length);
  }
})();
