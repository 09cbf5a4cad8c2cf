'use strict';

// The options for the encoding of a key: { format, type, cipher, passphrase }.

const { SafeSet } = require('internal/primordials');
const { codes: { ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { getArrayBufferOrView, isBytes } = require('internal/crypto/util');

const FORMATS = new SafeSet(['pem', 'der', 'jwk', 'raw-public', 'raw-private', 'raw-seed']);

const isStringOrBytes = (value) => typeof value === 'string' || isBytes(value);

// `keyType` is undefined for a key to be read; `isPublic` is undefined if both kinds are accepted.
function typeOf(type, isRequired, keyType, isPublic, name) {
  if (type === undefined && !isRequired) return undefined;
  if (type === 'pkcs1') {
    if (keyType !== undefined && keyType !== 'rsa') {
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'can only be used for RSA keys');
    }
    return type;
  }
  if (type === 'spki' && isPublic !== false) return type;
  if (type === 'pkcs8' && isPublic !== true) return type;
  if (type === 'sec1' && isPublic !== true) {
    if (keyType !== undefined && keyType !== 'ec') {
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'can only be used for EC keys');
    }
    return type;
  }
  throw new ERR_INVALID_ARG_VALUE(name, type);
}

function formatAndType(encoding, keyType, isPublic, name) {
  const { type } = encoding;
  const isInput = keyType === undefined;
  const format = encoding.format === undefined && isInput ? 'pem' : encoding.format;
  if (!FORMATS.has(format)) throw new ERR_INVALID_ARG_VALUE(`${name}.format`, format);
  if (format === 'raw-public') {
    if (isPublic === false) throw new ERR_INVALID_ARG_VALUE(`${name}.format`, format);
    if (type !== undefined && type !== 'uncompressed' && type !== 'compressed') {
      throw new ERR_INVALID_ARG_VALUE(`${name}.type`, type);
    }
    return { format, type };
  }
  if (format === 'raw-private' || format === 'raw-seed') {
    if (isPublic === true) throw new ERR_INVALID_ARG_VALUE(`${name}.format`, format);
    if (type !== undefined) throw new ERR_INVALID_ARG_VALUE(`${name}.type`, type);
    return { format };
  }
  const isRequired = (!isInput || format === 'der') && format !== 'jwk';
  return { format, type: typeOf(type, isRequired, keyType, isPublic, `${name}.type`) };
}

function parseEncoding(options, keyType, isPublic, name = 'options') {
  validateObject(options, 'options');
  const isInput = keyType === undefined;
  const { format, type } = formatAndType(options, keyType, isPublic, name);
  if (isPublic === true) return { format, type };
  const { cipher, passphrase, encoding } = options;
  if (format === 'raw-private' || format === 'raw-seed') {
    if (cipher != null || passphrase !== undefined) {
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('raw format', 'does not support encryption');
    }
    return { format, type };
  }
  if (!isInput) checkCipher(cipher, passphrase, format, type, name);
  const isUsed = isInput ? passphrase !== undefined : cipher != null;
  if (isUsed && !isStringOrBytes(passphrase)) throw new ERR_INVALID_ARG_VALUE(`${name}.passphrase`, passphrase);
  return {
    format, type, cipher,
    passphrase: passphrase === undefined ? undefined : getArrayBufferOrView(passphrase, 'key.passphrase', encoding),
  };
}

function checkCipher(cipher, passphrase, format, type, name) {
  if (cipher == null) {
    if (passphrase === undefined) return;
    throw new ERR_INVALID_ARG_VALUE(`${name}.cipher`, cipher, 'is required when a passphrase is specified');
  }
  if (typeof cipher !== 'string') throw new ERR_INVALID_ARG_VALUE(`${name}.cipher`, cipher);
  if (format === 'der' && (type === 'pkcs1' || type === 'sec1')) {
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'does not support encryption');
  }
}

module.exports = {
  isStringOrBytes,
  parseEncoding,
  parsePublicKeyEncoding: (options, keyType, name) => parseEncoding(options, keyType, keyType ? true : undefined, name),
  parsePrivateKeyEncoding: (options, keyType, name) => parseEncoding(options, keyType, false, name),
};
