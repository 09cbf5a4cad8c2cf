'use strict';

// The operations of the Web Cryptography API; each is a job of the worker pool.

const {
  ArrayBuffer, ArrayPrototypeMap, BigInt, Boolean, Error, MathCeil, MathMin, Number, PromisePrototypeThen, PromiseResolve,
  RegExpPrototypeExec, StringPrototypePadStart, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  StringPrototypeToUpperCase, Uint8Array, bufferOf,
  byteOffsetOf, joinLists,
} = require('internal/primordials');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { Buffer } = require('buffer');
const { bytesOf, copyOf, runPromise } = require('internal/crypto/util');
const { DIGESTS, refuse } = require('internal/crypto/webcrypto_algorithms');
const { operationError } = require('internal/crypto/webcrypto_keys');
const { slotsOf } = require('internal/crypto/crypto_key');
const { derToP1363, p1363ToDer } = require('internal/crypto/dsa_encoding');
const { timingSafeEqual } = require('internal/crypto/random');
const { algorithmOf } = require('internal/crypto/digest');

const native = binding('crypto');

const PSS_PADDING = 6;
const OAEP_PADDING = 4;
const BLOCK_BYTES = 16;
const NOTHING = new Uint8Array(0);
const MIN_KMAC_BITS = 32;
const WRAP_IV = new Uint8Array(8).fill(0xa6);
const DEFAULT_DOMAIN = 0x1f; // TurboSHAKE's
const DIGEST_PART_BYTES = 8 << 20; // one task of the worker pool

const toArrayBuffer = (bytes) => bufferOf(copyOf(bytes));

function job(name, args, make, keep) {
  return PromisePrototypeThen(runPromise(name, args, make, keep), undefined, (cause) => { throw operationError(cause); });
}

// ---- digests

// A large message is hashed in parts, so that it doesn't occupy a thread of the pool for long.
async function digest({ name, outputLength, ...rest }, data) {
  const bytes = copyOf(data);
  const bits = Number(StringPrototypeSlice(name, -3));
  const { domainSeparation = DEFAULT_DOMAIN, customization, functionName } = rest;
  if (StringPrototypeStartsWith(name, 'Turbo')) return job('turboShake', [bits, domainSeparation, outputLength / 8, bytes], toArrayBuffer);
  if (StringPrototypeStartsWith(name, 'KT')) return job('kangarooTwelve', [bits, customization, outputLength / 8, bytes], toArrayBuffer);
  if (functionName?.length || customization?.length) {
    return job('cshake', [bits, functionName, customization, MathCeil(outputLength / 8), bytes], (result) => firstBits(result, outputLength));
  }
  const known = DIGESTS[name];
  if (outputLength !== undefined) {
    return job('digest', [known, bytes, MathCeil(outputLength / 8)], (result) => firstBits(result, outputLength));
  }
  if (bytes.length <= DIGEST_PART_BYTES) return job('digest', [known, bytes, undefined], toArrayBuffer);
  const id = native.hashStart(algorithmOf(known).index);
  for (let at = 0; at < bytes.length; at += DIGEST_PART_BYTES) {
    await job('hashPart', [id, new Uint8Array(bufferOf(bytes), byteOffsetOf(bytes) + at, MathMin(DIGEST_PART_BYTES, bytes.length - at))]);
  }
  return toArrayBuffer(native.hashFinishBytes(id));
}

// ---- ciphers

function cipherName({ name, length }) {
  if (name === 'ChaCha20-Poly1305') return 'chacha20-poly1305';
  if (name === 'AES-KW') return `aes${length}-wrap`;
  return `aes-${length}-${StringPrototypeToLowerCase(StringPrototypeSlice(name, 4))}`;
}

function aead(encrypts, slots, algorithm, data) {
  const { iv, additionalData, tagLength = 128 } = algorithm;
  if (!encrypts && data.byteLength < tagLength / 8) throw operationError(new Error('Cipher job failed'));
  return job('cipher', [cipherName(slots.algorithm), encrypts, slots.handle.material, iv, tagLength / 8, additionalData, data],
             toArrayBuffer);
}

// OpenSSL increments all 128 bits of the counter. If fewer are requested, the message is split where they overflow.
async function counterMode(encrypts, slots, { counter, length }, data) {
  const blocks = BigInt(MathCeil(data.length / BLOCK_BYTES));
  const limit = 1n << BigInt(length);
  if (blocks > limit) throw operationError(new Error('Cipher job failed'));
  const start = BigInt(`0x${Buffer.from(counter).toString('hex')}`);
  const untilOverflow = limit - start % limit;
  const run = (iv, part) => job(
    'cipher', [cipherName(slots.algorithm), encrypts, slots.handle.material, iv, -1, undefined, part], toArrayBuffer);
  if (blocks <= untilOverflow) return run(counter, data);
  const cut = Number(untilOverflow) * BLOCK_BYTES;
  const wrapped = Buffer.from(StringPrototypePadStart((start - start % limit).toString(16), 32, '0'), 'hex');
  const parts = [await run(counter, data.subarray(0, cut)), await run(wrapped, data.subarray(cut))];
  return toArrayBuffer(Buffer.concat(ArrayPrototypeMap(parts, (part) => new Uint8Array(part))));
}

function cipher(encrypts, key, algorithm, data) {
  const slots = slotsOf(key);
  data = copyOf(data);
  switch (algorithm.name) {
    case 'RSA-OAEP': {
      if (slots.handle.type !== (encrypts ? 'public' : 'private')) {
        throw refuse('The requested operation is not valid for the provided key', 'InvalidAccessError');
      }
      return job('rsaCipher', [encrypts ? 'encrypt' : 'decrypt', slots.handle.id, data, OAEP_PADDING,
                               DIGESTS[slots.algorithm.hash.name], algorithm.label], toArrayBuffer, key);
    }
    case 'AES-CTR': return counterMode(encrypts, slots, algorithm, data);
    case 'AES-CBC':
      return job('cipher', [cipherName(slots.algorithm), encrypts, slots.handle.material, algorithm.iv, -1, undefined, data],
                 toArrayBuffer);
    case 'AES-KW':
      return job('cipher', [cipherName(slots.algorithm), encrypts, slots.handle.material, WRAP_IV, -1, undefined, data],
                 toArrayBuffer);
    default: return aead(encrypts, slots, algorithm, data);
  }
}

// ---- signatures

function signatureArguments(slots, algorithm, data) {
  const { name } = algorithm;
  const hash = (name === 'ECDSA' ? algorithm : slots.algorithm).hash;
  return [slots.handle.id, hash === undefined ? undefined : DIGESTS[hash.name], copyOf(data),
          name === 'RSA-PSS' ? PSS_PADDING : undefined, algorithm.saltLength,
          algorithm.context?.length > 0 ? algorithm.context : undefined];
}

function checkSalt(slots, { name, saltLength }) {
  if (name !== 'RSA-PSS') return;
  const { modulusLength, hash } = slots.algorithm;
  const max = MathCeil((modulusLength - 1) / 8) - algorithmOf(DIGESTS[hash.name]).size - 2;
  if (saltLength > max) {
    throw operationError(new ERR_OUT_OF_RANGE('algorithm.saltLength', `>= 0 && <= ${max}`, saltLength));
  }
}

// OpenSSL has KMAC for whole bytes only, and not for the shortest keys.
function kmac({ handle: { material }, algorithm: { length } }, { name, outputLength, customization }, data, make) {
  if (length % 8 === 0 && outputLength % 8 === 0 && length >= MIN_KMAC_BITS && outputLength > 0) {
    return job('kmac', [name, material, customization, outputLength / 8, copyOf(data)], make);
  }
  return job('kmacBits', [Number(StringPrototypeSlice(name, -3)), material, length, customization, outputLength, copyOf(data)], make);
}

// As in Node, an empty code is never right.
const isSameCode = (code) => (expected) => expected.length === code.length && code.length > 0 && timingSafeEqual(expected, code);

function sign(key, algorithm, data) {
  const slots = slotsOf(key);
  if (algorithm.name === 'HMAC') {
    return job('hmac', [DIGESTS[slots.algorithm.hash.name], slots.handle.material, copyOf(data)], toArrayBuffer);
  }
  if (RegExpPrototypeExec(/^KMAC/, algorithm.name) !== null) return kmac(slots, algorithm, data, toArrayBuffer);
  if (slots.handle.type !== 'private') throw refuse('Key must be a private key', 'InvalidAccessError');
  checkSalt(slots, algorithm);
  return job('sign', signatureArguments(slots, algorithm, data), (signature) => {
    if (algorithm.name !== 'ECDSA') return toArrayBuffer(signature);
    return toArrayBuffer(derToP1363(Buffer.from(signature), native.signatureSize(slots.handle.id)));
  }, key);
}

function verify(key, algorithm, signature, data) {
  const slots = slotsOf(key);
  signature = copyOf(signature);
  if (algorithm.name === 'HMAC') {
    return job('hmac', [DIGESTS[slots.algorithm.hash.name], slots.handle.material, copyOf(data)], isSameCode(signature));
  }
  if (RegExpPrototypeExec(/^KMAC/, algorithm.name) !== null) return kmac(slots, algorithm, data, isSameCode(signature));
  if (slots.handle.type !== 'public') throw refuse('Key must be a public key', 'InvalidAccessError');
  checkSalt(slots, algorithm);
  if (algorithm.name === 'ECDSA') {
    signature = p1363ToDer(signature, native.signatureSize(slots.handle.id));
    if (signature === undefined) return PromiseResolve(false);
  }
  return job('verify', joinLists(signatureArguments(slots, algorithm, data), [signature]), Boolean, key);
}

// ---- derivation

// The first bits of a secret; unrequested bits of the last byte are zero.
function firstBits(secret, length) {
  if (length === null) return toArrayBuffer(secret);
  const count = MathCeil(length / 8);
  if (secret.length < count) throw refuse('derived bit length is too small', 'OperationError');
  const bytes = copyOf(new Uint8Array(bufferOf(secret), byteOffsetOf(secret), count));
  if (length % 8 !== 0) bytes[count - 1] &= 0xff << 8 - length % 8;
  return toArrayBuffer(bytes);
}

const isArgon2 = (name) => StringPrototypeStartsWith(name, 'Argon2');

// How many bits can be derived.
function checkLength({ name, hash }, length) {
  if (length === null) throw refuse('length cannot be null', 'OperationError');
  if (length % 8 !== 0) throw refuse('length must be a multiple of 8', 'OperationError');
  if (name === 'HKDF' && length / 8 > 255 * algorithmOf(DIGESTS[hash.name]).size) {
    throw refuse('length exceeds the maximum derived bit length', 'OperationError');
  }
  if (isArgon2(name) && length < 32) throw refuse('length must be >= 32', 'OperationError');
}

function agree(algorithm, key, length) {
  const ours = slotsOf(key);
  const theirs = slotsOf(algorithm.public);
  if (ours.handle.type !== 'private') throw refuse('baseKey must be a private key', 'InvalidAccessError');
  if (theirs.algorithm.name !== ours.algorithm.name) {
    throw refuse('The public and private keys must be of the same type', 'InvalidAccessError');
  }
  if (ours.algorithm.namedCurve !== theirs.algorithm.namedCurve) throw refuse('Named curve mismatch', 'InvalidAccessError');
  return PromisePrototypeThen(job('derive', [ours.handle.id, theirs.handle.id], undefined, [key, algorithm.public]), (secret) => firstBits(secret, length));
}

function deriveBits(algorithm, key, length) {
  const { handle } = slotsOf(key);
  switch (algorithm.name) {
    case 'HKDF': {
      checkLength(algorithm, length);
      const { hash, salt, info } = algorithm;
      if (length === 0) return PromiseResolve(new ArrayBuffer(0));
      return job('hkdf', [DIGESTS[hash.name], bytesOf(handle.material), salt, info, length / 8], toArrayBuffer);
    }
    case 'PBKDF2': {
      checkLength(algorithm, length);
      const { hash, salt, iterations } = algorithm;
      if (length === 0) return PromiseResolve(new ArrayBuffer(0));
      return job('pbkdf2', [handle.material, salt, iterations, length / 8, DIGESTS[hash.name]], toArrayBuffer);
    }
    case 'Argon2d':
    case 'Argon2i':
    case 'Argon2id': {
      checkLength(algorithm, length);
      const { name, nonce, parallelism, memory, passes, secretValue = NOTHING, associatedData = NOTHING } = algorithm;
      return job('argon2', [StringPrototypeToUpperCase(name), handle.material, nonce, parallelism, length / 8, memory, passes,
                            secretValue, associatedData], toArrayBuffer);
    }
    default: return agree(algorithm, key, length);
  }
}

module.exports = { checkLength, cipher, deriveBits, digest, sign, verify };
