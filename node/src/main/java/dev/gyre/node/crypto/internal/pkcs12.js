'use strict';

// parsePKCS12: the private key and the certificates of a PKCS #12 file.

const { ArrayPrototypeMap, ArrayPrototypeSlice, indexOfByte } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const { bytesOf, getArrayBufferOrView, isBytes } = require('internal/crypto/util');
const { KeyHandle } = require('internal/crypto/key_handle');
const { PrivateKeyObject } = require('internal/crypto/keys');
const { certificateOfNative } = require('internal/crypto/x509');

const native = binding('crypto');

function parsePKCS12(bundle, options = kEmptyObject) {
  if (!isBytes(bundle)) throw new ERR_INVALID_ARG_TYPE('bundle', ['ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'], bundle);
  validateObject(options, 'options');
  const { passphrase } = options;
  let secret;
  if (passphrase !== undefined) {
    secret = getArrayBufferOrView(passphrase, 'options.passphrase', 'utf8');
    // OpenSSL would read it up to that byte only.
    if (indexOfByte(secret, 0) >= 0) {
      throw new ERR_INVALID_ARG_VALUE('options.passphrase', passphrase, 'must not contain null bytes');
    }
  }
  const found = native.pkcs12Parse(bytesOf(bundle), secret);
  return {
    privateKey: found[0] === 0 ? null : new PrivateKeyObject(KeyHandle.native('private', found[0])),
    certificate: found[1] === 0 ? null : certificateOfNative(found[1]),
    additionalCertificates: ArrayPrototypeMap(ArrayPrototypeSlice(found, 2), certificateOfNative),
  };
}

module.exports = { parsePKCS12 };
