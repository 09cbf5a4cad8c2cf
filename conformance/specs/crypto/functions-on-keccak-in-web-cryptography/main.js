'use strict';
// SHA-3, cSHAKE, TurboSHAKE, KangarooTwelve, KMAC, Argon2: values and errors.
process.removeAllListeners('warning');
process.on('warning', () => {});
const { subtle } = require('crypto');

const hex = (bytes) => Buffer.from(bytes).toString('hex');
async function attempt(name, body) {
  try {
    console.log(name, await body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const message = (length) => Buffer.from(Array.from({ length }, (_, i) => i % 251));

(async () => {
  for (const name of ['SHA3-256', 'SHA3-384', 'SHA3-512']) console.log(name, hex(await subtle.digest(name, message(100))));
  for (const bits of [128, 256]) {
    for (const length of [0, 1, 17, 135, 136, 137, 167, 168, 169, 8190, 8191, 8192, 8193, 16384, 30000]) {
      const data = message(length);
      await attempt(`TurboSHAKE${bits} ${length}`, async () => hex(await subtle.digest({ name: `TurboSHAKE${bits}`, outputLength: 256 }, data)));
      await attempt(`KT${bits} ${length}`, async () => hex(await subtle.digest({ name: `KT${bits}`, outputLength: 256 }, data)));
      await attempt(`KT${bits} custom ${length}`, async () => hex(await subtle.digest({ name: `KT${bits}`, outputLength: 64, customization: message(41) }, data)));
      await attempt(`cSHAKE${bits} ${length}`, async () => hex(await subtle.digest({ name: `cSHAKE${bits}`, outputLength: 100, customization: message(length % 300) }, data)));
    }
    await attempt(`long ${bits}`, async () => hex((await subtle.digest({ name: `TurboSHAKE${bits}`, outputLength: 8 * 1000, domainSeparation: 1 }, message(3))).slice(-16)));
    for (const extra of [{ outputLength: 0 }, { outputLength: 7 }, { outputLength: 8, domainSeparation: 0 }, { outputLength: 8, domainSeparation: 128 }, {}, { outputLength: 'x' }, { outputLength: -8 }]) {
      await attempt(`TurboSHAKE ${JSON.stringify(extra)}`, async () => hex(await subtle.digest({ name: `turboshake${bits}`, ...extra }, message(3))));
      await attempt(`KT ${JSON.stringify(extra)}`, async () => hex(await subtle.digest({ name: `kt${bits}`, ...extra }, message(3))));
      await attempt(`cSHAKE ${JSON.stringify(extra)}`, async () => hex(await subtle.digest({ name: `cshake${bits}`, ...extra }, message(3))));
    }
    for (const functionName of ['KMAC', 'TupleHash', 'ParallelHash', 'Other', '']) {
      await attempt(`cSHAKE ${functionName}`, async () => hex(await subtle.digest({ name: `cSHAKE${bits}`, outputLength: 72, functionName: Buffer.from(functionName) }, message(3))));
    }
    await attempt('cSHAKE custom', () => subtle.digest({ name: `cSHAKE${bits}`, outputLength: 72, customization: Buffer.alloc(513) }, message(3)));
    await attempt('KT custom', () => subtle.digest({ name: `KT${bits}`, outputLength: 72, customization: Buffer.alloc(513) }, message(3)));
    const name = `KMAC${bits}`;
    for (const length of [undefined, 256, 121, 24, 3]) {
      for (const outputLength of [256, 13, 0]) {
        await attempt(`${name} ${length} ${outputLength}`, async () => {
          const key = await subtle.importKey('raw-secret', message(length === undefined ? 16 : Math.ceil(length / 8)), { name, length }, true, ['sign', 'verify']);
          const algorithm = { name, outputLength, customization: Buffer.from('custom') };
          const code = await subtle.sign(algorithm, key, message(1000));
          return [key.algorithm.length, hex(code), await subtle.verify(algorithm, key, code, message(1000)), hex(await subtle.exportKey('raw-secret', key))];
        });
      }
    }
  }
  const parameters = { memory: 64, nonce: message(16), parallelism: 2, passes: 3 };
  for (const name of ['Argon2d', 'Argon2i', 'Argon2id']) {
    const key = await subtle.importKey('raw-secret', Buffer.from('password'), name, false, ['deriveBits', 'deriveKey']);
    console.log(key.algorithm, key.extractable, key.usages, key.type);
    await attempt('bits', async () => hex(await subtle.deriveBits({ name, ...parameters }, key, 256)));
    await attempt('key', async () => hex(await subtle.exportKey('raw', await subtle.deriveKey({ name, ...parameters }, key, { name: 'AES-GCM', length: 128 }, true, ['encrypt']))));
    await attempt('with secret', async () => hex(await subtle.deriveBits({ name, ...parameters, secretValue: message(5), associatedData: message(6), version: 19 }, key, 64)));
    for (const extra of [{ memory: 15 }, { nonce: message(7) }, { parallelism: 0 }, { passes: 0 }, { version: 16 }, { memory: undefined }, { parallelism: 2 ** 24 }]) {
      await attempt(JSON.stringify(extra), () => subtle.deriveBits({ name, ...parameters, ...extra }, key, 256));
    }
    for (const length of [null, undefined, 31, 24, 32]) await attempt(`length ${length}`, async () => hex(await subtle.deriveBits({ name, ...parameters }, key, length)));
    await attempt('raw', () => subtle.importKey('raw', Buffer.from('password'), name, false, ['deriveBits']));
    await attempt('jwk', () => subtle.importKey('jwk', { kty: 'oct', k: 'AAAA' }, name, false, ['deriveBits']));
    await attempt('extractable', () => subtle.importKey('raw-secret', Buffer.from('password'), name, true, ['deriveBits']));
    await attempt('usage', () => subtle.importKey('raw-secret', Buffer.from('password'), name, false, ['sign']));
    await attempt('export', () => subtle.exportKey('raw-secret', key));
  }
  await attempt('pbkdf2', async () => subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: message(1), iterations: 2 ** 31 },
                                                        await subtle.importKey('raw', message(4), 'PBKDF2', false, ['deriveBits']), 256));
  await attempt('hkdf', async () => subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: message(1), info: message(1) },
                                                      await subtle.importKey('raw', message(4), 'HKDF', false, ['deriveBits']), 255 * 256 + 8));
  await attempt('hmac of SHA-3', () => subtle.generateKey({ name: 'HMAC', hash: 'SHA3-256' }, true, ['sign']));
  await attempt('exponent', () => subtle.generateKey({ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 0, 0, 1]) }, true, ['sign']));
  await attempt('length', async () => subtle.deriveBits('HKDF', await subtle.importKey('raw', message(4), 'HKDF', false, ['deriveBits']), -1));
})();
