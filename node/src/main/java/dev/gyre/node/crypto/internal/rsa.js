'use strict';

// RSA encryption and decryption of short messages.

const { Error, ObjectAssign } = require('internal/primordials');
const { validateString } = require('internal/validators');
const { algorithmOf } = require('internal/crypto/digest');
const { privateOperationHandle, publicOrPrivateHandle } = require('internal/crypto/keys');
const { asBuffer, getArrayBufferOrView } = require('internal/crypto/util');

const native = binding('crypto');

const PKCS1_PADDING = 1;
const OAEP_PADDING = 4;

function rsaFunction(operation, defaultPadding, isPrivate) {
  return (key, buffer) => {
    const handle = isPrivate ? privateOperationHandle(key, 'privateKey') : publicOrPrivateHandle(key);
    const padding = key.padding || defaultPadding;
    const { oaepHash, encoding } = key;
    let { oaepLabel } = key;
    if (oaepHash !== undefined) validateString(oaepHash, 'key.oaepHash');
    if (oaepLabel !== undefined) oaepLabel = getArrayBufferOrView(oaepLabel, 'key.oaepLabel', encoding);
    buffer = getArrayBufferOrView(buffer, 'buffer', encoding);
    if (oaepHash !== undefined && algorithmOf(oaepHash) === undefined) {
      throw ObjectAssign(new Error('Invalid digest used'), { code: 'ERR_OSSL_EVP_INVALID_DIGEST' });
    }
    return asBuffer(native.rsaCipher(operation, handle.id, buffer, padding, oaepHash, oaepLabel));
  };
}

module.exports = {
  privateDecrypt: rsaFunction('decrypt', OAEP_PADDING, true),
  privateEncrypt: rsaFunction('sign', PKCS1_PADDING, true),
  publicDecrypt: rsaFunction('verify_recover', PKCS1_PADDING, false),
  publicEncrypt: rsaFunction('encrypt', OAEP_PADDING, false),
};
