'use strict';
// What node:crypto computes has one right answer; what it refuses, it refuses by Node's errors. OpenSSL's own errors
// change from version to version, so of those only that they are errors is compared.

const crypto = require('node:crypto');
const pems = require('../data/keys.json');

const HASHES = ['md5', 'sha1', 'sha224', 'sha256', 'SHA256', 'sha384', 'sha512', 'sha512-256', 'RSA-SHA256', 'sha3-256',
                'sha3-512', 'blake2b512', 'blake2s256', 'ripemd160', 'md5-sha1', 'shake128', 'shake256', 'nonsense', ''];
const CIPHERS = [
  ['aes-128-cbc', 16, 16], ['aes-192-cbc', 24, 16], ['aes-256-cbc', 32, 16], ['aes-128-ecb', 16, 0], ['aes-256-ctr', 32, 16],
  ['aes-128-cfb', 16, 16], ['aes-128-cfb8', 16, 16], ['aes-256-ofb', 32, 16], ['aes-128-gcm', 16, 12], ['aes-256-gcm', 32, 12],
  ['aes-128-ccm', 16, 12], ['aes-256-ocb', 32, 12], ['chacha20-poly1305', 32, 12], ['chacha20', 32, 16],
  ['camellia-128-cbc', 16, 16], ['des-ede3-cbc', 24, 8], ['id-aes128-wrap', 16, 8], ['aes-128-xts', 32, 16],
];
const ENCODINGS = ['hex', 'base64', 'base64url', 'latin1', 'utf8', 'buffer', undefined];
const NUMBERS = [-1, 0, 1, 2, 5, 16, 100, 1.5, NaN, Infinity, 2 ** 32, '5', null, undefined, true, {}];

const shown = (value) => {
  if (typeof value === 'string') return value.length > 200 ? crypto.hash('md5', value) : JSON.stringify(value);
  if (value instanceof ArrayBuffer) value = Buffer.from(value);
  if (ArrayBuffer.isView(value)) return value.byteLength > 64 ? crypto.hash('md5', value) : Buffer.from(value).toString('hex');
  return String(value);
};

// OpenSSL's errors have its words or its code; so do those that Node makes of its failures.
function told(error) {
  const isOpenSsl = /^ERR_OSSL/.test(error.code) || error.opensslErrorStack !== undefined ||
    /^error:|derivation failed$|^Failed to read|^Trying to add data/.test(error.message);
  return isOpenSsl ? 'OpenSSL refuses' : `${error.name} ${error.code} ${error.message}`;
}

function attempt(body) {
  try {
    return shown(body());
  } catch (error) {
    return told(error);
  }
}

function asView(random, bytes) {
  return random.pick([
    () => bytes,
    () => Buffer.from(bytes),
    () => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    () => (bytes.byteLength % 2 === 0 ? new Uint16Array(Uint8Array.from(bytes).buffer) : bytes),
    () => Buffer.concat([Buffer.alloc(3), bytes]).subarray(3),
  ])();
}

const data = (random, limit = 40000) => random.pick([
  () => asView(random, random.bytes(random.size(limit))),
  () => random.text(random.size(Math.min(limit, 2000)), ['a', 'b', 'é', '漢', '😀', '\0', 'ff', '0']),
])();

// ---- hashes

function updates(random, object) {
  for (let i = random.int(4); i > 0; i--) object.update(data(random), random.pick([undefined, 'utf8', 'hex', 'latin1', 'base64']));
  return object;
}

function hash(random) {
  const name = random.pick(HASHES);
  const settings = random.once(4) ? { outputLength: random.pick([...NUMBERS, 20, 32, 64, 300]) } : undefined;
  return `${name} ${attempt(() => {
    let object = updates(random, crypto.createHash(name, settings));
    if (random.once(3)) {
      const copy = object.copy(settings);
      if (random.once()) updates(random, object);
      object = copy;
    }
    return updates(random, object).digest(random.pick(ENCODINGS));
  })}`;
}

const oneShot = (random) => {
  const name = random.pick(HASHES);
  const input = data(random);
  return `${name} ${attempt(() => crypto.hash(name, input, random.pick(ENCODINGS)))}`;
};

function hmac(random) {
  const name = random.pick(HASHES);
  const key = data(random, 300);
  return `${name} ${attempt(() => updates(random, crypto.createHmac(name, key)).digest(random.pick(ENCODINGS)))}`;
}

// ---- ciphers

function cipher(random) {
  const [name, keyBytes, ivBytes] = random.pick(CIPHERS);
  const off = () => (random.once(12) ? random.between(-4, 4) : 0);
  const key = random.bytes(Math.max(0, keyBytes + off()));
  const iv = ivBytes === 0 && random.once() ? null : random.bytes(Math.max(0, ivBytes + off()));
  const isAead = /gcm|ccm|ocb|poly/.test(name);
  const settings = isAead && random.once(1) ? { authTagLength: random.pick([16, 16, 16, 12, 8, 4]) } : undefined;
  const message = name.includes('wrap') ? random.bytes(8 * random.between(2, 5)) : random.bytes(random.size(40000));
  const aad = random.bytes(random.size(100));
  const pieces = name.includes('wrap') || name.includes('ccm') || name.includes('xts') ? 1 : random.between(1, 3);
  return `${name} ${attempt(() => {
    const cipher = crypto.createCipheriv(name, key, iv, settings);
    const isPadded = !random.once(4);
    if (!isPadded) cipher.setAutoPadding(false);
    if (isAead) cipher.setAAD(aad, { plaintextLength: message.length });
    const step = Math.ceil(message.length / pieces);
    const parts = [];
    for (let i = 0; i < pieces; i++) parts.push(cipher.update(asView(random, message.subarray(i * step, (i + 1) * step))));
    parts.push(cipher.final());
    const encrypted = Buffer.concat(parts);
    const decipher = crypto.createDecipheriv(name, key, iv, settings);
    if (!isPadded) decipher.setAutoPadding(false);
    let tag = '';
    if (isAead) {
      tag = cipher.getAuthTag();
      decipher.setAAD(aad, { plaintextLength: message.length });
      decipher.setAuthTag(tag);
    }
    const back = Buffer.concat([decipher.update(encrypted), decipher.final()]);
    if (!back.equals(message)) throw new Error(`${name} does not come back`);
    return Buffer.concat([encrypted, Buffer.from(tag)]);
  })}`;
}

function forged(random) {
  const [name, keyBytes, ivBytes] = random.pick(CIPHERS.filter(([name]) => /gcm|ocb|poly/.test(name)));
  const key = random.bytes(keyBytes);
  const iv = random.bytes(ivBytes);
  const cipher = crypto.createCipheriv(name, key, iv, { authTagLength: 16 });
  const encrypted = Buffer.concat([cipher.update(random.bytes(random.between(1, 100))), cipher.final()]);
  const tag = cipher.getAuthTag();
  encrypted[random.int(encrypted.length)] ^= 1 << random.int(8);
  const decipher = crypto.createDecipheriv(name, key, iv, { authTagLength: 16 });
  return `${name} ${attempt(() => {
    decipher.setAuthTag(random.once(8) ? tag.subarray(0, random.int(16)) : tag);
    decipher.update(encrypted);
    return decipher.final();
  })}`;
}

// ---- keys from passwords

function derived(random) {
  const name = random.pick(HASHES);
  const password = data(random, 100);
  const salt = data(random, 100);
  const length = random.once(8) ? random.pick(NUMBERS) : random.between(1, 100);
  return random.pick([
    () => `pbkdf2 ${name} ${attempt(() => crypto.pbkdf2Sync(password, salt, random.once(8) ? random.pick(NUMBERS) : 1 + random.int(20), length, name))}`,
    () => (length === 0 || length === 2 ** 32 ? '' /* Node ends by it */ : `hkdf ${name} ${attempt(() => crypto.hkdfSync(name, password, salt, data(random, 200), length))}`),
    () => `scrypt ${attempt(() => crypto.scryptSync(password, salt, length, {
      N: random.once(8) ? random.pick(NUMBERS) : 2 ** random.between(1, 6), r: random.between(1, 4), p: random.between(1, 3),
    }))}`,
  ])();
}

// ---- asymmetric keys

const NAMES = Object.keys(pems);
const pemOf = (random, name) => pems[name][random.pick(Object.keys(pems[name]))];

function describeKey(key) {
  const parts = [key.type, key.asymmetricKeyType, JSON.stringify(key.asymmetricKeyDetails, (_, v) => (typeof v === 'bigint' ? `${v}` : v))];
  parts.push(shown(key.type === 'public' ? key.export({ format: 'der', type: 'spki' }) : key.export({ format: 'der', type: 'pkcs8' })));
  parts.push(shown(JSON.stringify(key.export({ format: 'jwk' }))));
  return parts.join(' ');
}

function importKey(random) {
  const name = random.pick(NAMES);
  const isPublic = random.once();
  const make = isPublic ? crypto.createPublicKey : crypto.createPrivateKey;
  const pem = pemOf(random, name);
  const input = random.pick([
    () => pem,
    () => Buffer.from(pem),
    () => `text before\n${pem}text after\n`,
    () => pem + pemOf(random, random.pick(NAMES)),
    () => pem.replaceAll('\n', '\r\n'),
    () => pem.replace(/-----BEGIN/, '----BEGIN'),
    () => random.text(random.size(100), 'abc-\n '),
    () => ({ key: pem, passphrase: random.pick(['secret', 'wrong', '']) }),
    () => ({ key: pem, format: 'pem', type: random.pick(['spki', 'pkcs1', 'pkcs8', 'sec1', undefined]) }),
  ])();
  return `${isPublic ? 'public' : 'private'} ${name} ${attempt(() => describeKey(make(input)))}`;
}

function importDer(random) {
  const name = random.pick(NAMES);
  const forms = Object.keys(pems[name]).filter((form) => form !== 'encrypted');
  const form = random.pick(forms);
  const der = Buffer.from(pems[name][form].replace(/-----.*|\n/g, ''), 'base64');
  const type = random.once(8) ? random.pick(['x', undefined]) : form.replace('Public', '');
  const isPublic = random.once();
  const make = isPublic ? crypto.createPublicKey : crypto.createPrivateKey;
  const key = random.once(6) ? der.subarray(0, random.int(8)) : random.once(6) ? Buffer.concat([der, random.bytes(random.int(5))]) : der;
  return `${isPublic ? 'public' : 'private'} ${name} ${form} ${type} ${attempt(() => describeKey(make({ key, format: 'der', type })))}`;
}

const jwks = Object.fromEntries(NAMES.map((name) => [name, crypto.createPrivateKey(pems[name].pkcs8).export({ format: 'jwk' })]));

function importJwk(random) {
  const name = random.pick(NAMES);
  const jwk = { ...jwks[name] };
  for (let i = random.int(3); i > 0; i--) {
    const part = random.pick(Object.keys(jwk));
    jwk[part] = random.pick([
      () => undefined, () => 5, () => '', () => 'AA', () => random.text(5, 'abc!*_-'),
      () => random.pick(Object.values(jwks[random.pick(NAMES)])),
      () => (part === 'kty' || part === 'crv' ? jwk[part] :
        Buffer.concat([Buffer.alloc(1), Buffer.from(String(jwk[part]), 'base64url')]).toString('base64url')),
    ])();
  }
  // OpenSSL checks these in different ways, depending on its version.
  if (jwk.kty === 'RSA' && jwk.n !== jwks.rsa.n) delete jwk.n;
  if (jwk.kty === 'RSA' && jwk.e !== jwks.rsa.e) delete jwk.e;
  const make = random.once() ? crypto.createPublicKey : crypto.createPrivateKey;
  return `${make.name} ${name} ${attempt(() => {
    const key = make({ key: jwk, format: 'jwk' });
    return `${key.type} ${shown(JSON.stringify(key.export({ format: 'jwk' })))}`;
  })}`;
}

// ---- signatures and secrets

function signature(random) {
  const name = random.pick(['rsa', 'ec256', 'ec521', 'ed25519', 'ed448']);
  const isEdwards = name.startsWith('ed4') || name.startsWith('ed2');
  const digest = isEdwards ? null : random.pick(['sha1', 'sha256', 'sha512', 'sha3-256']);
  const message = random.bytes(random.size(20000));
  const isP1363 = name.startsWith('ec') && random.once();
  const settings = isP1363 ? { dsaEncoding: 'ieee-p1363' } : {};
  if (name === 'rsa' && random.once()) {
    Object.assign(settings, { padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: random.pick([0, 10, 20]) });
  }
  const made = random.once() || isEdwards ? crypto.sign(digest, message, { key: pems[name].pkcs8, ...settings }) :
    crypto.createSign(digest).update(message).sign({ key: pems[name].pkcs8, ...settings });
  const isChanged = random.once(3);
  if (isChanged) made[random.int(made.length)] ^= 1 << random.int(8);
  const isRight = random.once() || isEdwards ? crypto.verify(digest, message, { key: pems[name].spki, ...settings }, made) :
    crypto.createVerify(digest).update(message).verify({ key: pems[name].spki, ...settings }, made);
  if (isRight === isChanged) throw new Error(`a ${isChanged ? 'changed' : 'good'} signature of ${name} is ${isRight}`);
  const isFixed = isEdwards || name === 'rsa' && (settings.padding === undefined || settings.saltLength === 0);
  return `${name} ${digest} ${isFixed ? shown(made) : ''}`;
}

function agreement(random) {
  return random.pick([
    () => attempt(() => {
      const name = random.pick(['ec256', 'ec521', 'x25519', 'x448']);
      const other = random.once(6) ? random.pick(NAMES) : name;
      return crypto.diffieHellman({
        privateKey: crypto.createPrivateKey(pems[name].pkcs8), publicKey: crypto.createPublicKey(pems[other].spki),
      });
    }),
    () => attempt(() => {
      const curve = random.pick(['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1', 'nonsense']);
      const ecdh = crypto.createECDH(curve);
      ecdh.setPrivateKey(random.bytes(random.pick([1, 16, 32, 33, 66])));
      const other = crypto.createECDH(curve);
      other.setPrivateKey(random.bytes(16));
      return Buffer.concat([ecdh.getPublicKey(null, random.pick(['compressed', 'uncompressed', 'hybrid'])),
                            ecdh.computeSecret(other.getPublicKey())]);
    }),
    () => attempt(() => {
      const group = random.pick(['modp5', 'modp14', 'modp99']);
      const dh = crypto.getDiffieHellman(group);
      return dh.getPrime().length + dh.getGenerator('hex');
    }),
    // From 1 on: some versions of OpenSSL refuse to recover an empty message.
    () => attempt(() => crypto.publicDecrypt(pems.rsa.spki, crypto.privateEncrypt(pems.rsa.pkcs8, random.bytes(random.between(1, 130))))),
    () => attempt(() => crypto.privateDecrypt(pems.rsa.pkcs8, crypto.publicEncrypt(pems.rsa.spki, random.bytes(random.between(0, 100))))),
  ])();
}

// ---- arguments

function wrongArguments(random) {
  const any = () => random.pick([...NUMBERS, 'text', Buffer.from('bytes'), [], () => {}, Symbol.iterator, 10n]);
  const name = random.pick(['randomBytes', 'randomInt', 'createHash', 'createHmac', 'createSecretKey', 'pbkdf2Sync', 'hkdfSync',
                            'timingSafeEqual', 'createCipheriv', 'createPublicKey', 'createPrivateKey', 'createSign', 'sign', 'verify',
                            'generateKeySync', 'checkPrimeSync', 'createECDH', 'hash', 'randomFillSync']);
  const args = Array.from({ length: random.int(5) }, any);
  if (/^create(?:Private|Public)Key$/.test(name) && args[0] === null) args[0] = undefined; // Node's message there is V8's
  return `${name} ${args.length} ${attempt(() => {
    const result = crypto[name](...args);
    return name.startsWith('random') ? typeof result : typeof result === 'object' ? 'object' : result;
  })}`;
}

exports.cases = 1500;

exports.run = (random) => random.pick([
  hash, hash, oneShot, hmac, cipher, cipher, forged, derived, importKey, importDer, importJwk, signature, agreement,
  wrongArguments,
])(random);
