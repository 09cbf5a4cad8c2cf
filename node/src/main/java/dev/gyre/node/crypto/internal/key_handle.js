'use strict';

// The material of a key: the bytes of a secret key, or OpenSSL's object of a public or private key. A public key made from a
// private one shares its object; only the public part is ever exported from it.

const { BigInt, RegExpPrototypeExec, Uint8Array } = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_CRYPTO_OPERATION_FAILED, ERR_CRYPTO_UNSUPPORTED_OPERATION,
} } = require('internal/errors');
const { Buffer } = require('buffer');
const { asBuffer, own } = require('internal/crypto/util');

const native = binding('crypto');

const { timingSafeEqual } = require('internal/crypto/random');

// An OpenSSL object, freed when the last key that uses it is collected.
class NativeKey {
  #type;

  constructor(id) {
    this.id = own(this, id);
  }

  get type() {
    return this.#type ??= native.keyType(this.id);
  }
}

const RAW_TYPES = /^(?:ed|x)(?:25519|448)$|^ml-|^slh-dsa-/;
const SEED_TYPES = /^ml-/;

// The message of Node's native side, which names neither option.
function incompatible() {
  const error = new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('', '');
  error.message = 'The selected key encoding is incompatible with the key type';
  return error;
}

function operationFailed(message) {
  return new ERR_CRYPTO_OPERATION_FAILED(message);
}

class KeyHandle {
  constructor(type, material) {
    this.type = type;
    this.material = material; // a Buffer or a NativeKey
  }

  static secret(bytes) {
    return new KeyHandle('secret', Buffer.from(bytes));
  }

  static native(type, id) {
    return new KeyHandle(type, new NativeKey(id));
  }

  get id() {
    return this.material.id;
  }

  // What messages have of it: secret bytes, or a second reference to OpenSSL's object.
  sent(message) {
    const { material, type } = this;
    if (type === 'secret') return { type, secret: new Uint8Array(material), key: -1 };
    return { type, secret: undefined, key: message.attach(() => native.attachKey(material.id)) };
  }

  static received({ type, secret, key }) {
    return type === 'secret' ? KeyHandle.secret(secret) : KeyHandle.native(type, native.takeKey(key));
  }

  get keyType() {
    return this.material.type;
  }

  asPublic() {
    return new KeyHandle('public', this.material);
  }

  equals(other) {
    if (this.type !== other.type) return false;
    if (this.type === 'secret') {
      return this.material.length === other.material.length && timingSafeEqual(this.material, other.material);
    }
    const result = native.keyEquals(this.id, other.id);
    if (result === -2) throw new ERR_CRYPTO_UNSUPPORTED_OPERATION();
    return result === 1;
  }

  details() {
    const parts = native.keyDetails(this.id);
    switch (this.keyType) {
      case 'rsa':
      case 'rsa-pss': {
        const details = {
          modulusLength: parts[0],
          publicExponent: BigInt(`0x${Buffer.from(parts[1]).toString('hex') || '0'}`),
        };
        if (parts.length > 2) ({ 2: details.hashAlgorithm, 3: details.mgf1HashAlgorithm, 4: details.saltLength } = parts);
        return details;
      }
      case 'dsa': return { modulusLength: parts[0], divisorLength: parts[1] };
      case 'ec': return parts[0] === undefined ? {} : { namedCurve: parts[0] };
      default: return {};
    }
  }

  // ---- export

  write(format, encoding, cipher, passphrase) {
    const isPem = format === 'pem';
    const bytes = this.type === 'public' ?
      native.keyWritePublic(this.id, isPem, encoding) :
      native.keyWritePrivate(this.id, isPem, encoding, cipher ?? undefined, passphrase);
    return isPem ? asBuffer(bytes).toString('latin1') : asBuffer(bytes);
  }

  rawPublic(isCompressed) {
    if (this.keyType === 'ec') return asBuffer(native.keyPoint(this.id, isCompressed ? 2 : 4));
    if (RegExpPrototypeExec(RAW_TYPES, this.keyType) === null) throw incompatible();
    const bytes = native.keyRawPublic(this.id);
    if (bytes === undefined) throw operationFailed('Failed to get raw public key');
    return asBuffer(bytes);
  }

  rawPrivate() {
    if (this.keyType === 'ec') return asBuffer(native.keyEcPrivate(this.id));
    if (RegExpPrototypeExec(RAW_TYPES, this.keyType) === null || RegExpPrototypeExec(SEED_TYPES, this.keyType) !== null) throw incompatible();
    const bytes = native.keyRawPrivate(this.id);
    if (bytes === undefined) throw operationFailed('Failed to get raw private key');
    return asBuffer(bytes);
  }

  rawSeed() {
    if (RegExpPrototypeExec(SEED_TYPES, this.keyType) === null) throw incompatible();
    const bytes = native.keySeed(this.id);
    if (bytes === undefined) throw operationFailed('Failed to get raw seed');
    return asBuffer(bytes);
  }
}

module.exports = { KeyHandle, incompatible };
