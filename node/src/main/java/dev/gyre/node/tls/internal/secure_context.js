'use strict';

// createSecureContext: options become settings of a native context, in the order that OpenSSL needs.

const {
  ArrayIsArray, ArrayPrototypeFilter, ArrayPrototypeJoin, RegExpPrototypeExec, StringPrototypeSplit,
} = require('internal/primordials');
const {
  codes: {
    ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
    ERR_TLS_INVALID_PROTOCOL_VERSION, ERR_TLS_PROTOCOL_VERSION_CONFLICT, ERR_CRYPTO_UNSUPPORTED_OPERATION,
  },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { isArrayBufferView } = require('util/types');
const {
  validateBuffer, validateInt32, validateInteger, validateObject, validateString,
} = require('internal/validators');
const { NativeSecureContext, TLS1_2, TLS1_3 } = require('internal/tls/native_context');

const SERVER_PREFERENCE = 0x400000;
const TICKET_KEY_BYTES = 48;
const MAX_COMPRESSIONS = 3;
const VERSIONS = { '__proto__': null, 'TLSv1': 0x301, 'TLSv1.1': 0x302, 'TLSv1.2': TLS1_2, 'TLSv1.3': TLS1_3 };
const PEM = ['string', 'Buffer', 'TypedArray', 'DataView'];

function versionOf(which, version, fallback) {
  version ??= fallback;
  const number = typeof version === 'string' ? VERSIONS[version] : undefined;
  if (number === undefined) throw new ERR_TLS_INVALID_PROTOCOL_VERSION(version, which);
  return number;
}

// Programs may assign other defaults to the module's properties.
const defaults = () => require('tls');

function SecureContext(secureProtocol, secureOptions, minVersion, maxVersion) {
  if (!(this instanceof SecureContext)) return new SecureContext(secureProtocol, secureOptions, minVersion, maxVersion);
  if (secureProtocol) {
    if (minVersion != null) throw new ERR_TLS_PROTOCOL_VERSION_CONFLICT(minVersion, secureProtocol);
    if (maxVersion != null) throw new ERR_TLS_PROTOCOL_VERSION_CONFLICT(maxVersion, secureProtocol);
  }
  const min = versionOf('minimum', minVersion, defaults().DEFAULT_MIN_VERSION);
  const max = versionOf('maximum', maxVersion, defaults().DEFAULT_MAX_VERSION);
  this.context = new NativeSecureContext();
  this.context.init(secureProtocol, min, max);
  if (secureOptions) {
    validateInteger(secureOptions, 'secureOptions');
    this.context.setOptions(secureOptions);
  }
}

function createSecureContext(options) {
  options ||= kEmptyObject;
  const { honorCipherOrder, minVersion, maxVersion, secureProtocol } = options;
  let { secureOptions } = options;
  if (honorCipherOrder) secureOptions |= SERVER_PREFERENCE;
  const made = new SecureContext(secureProtocol, secureOptions, minVersion, maxVersion);
  configure(made.context, options);
  return made;
}

const listOf = (value) => (ArrayIsArray(value) ? value : [value]);

function validatePem(value, name) {
  if (typeof value !== 'string' && !isArrayBufferView(value)) throw new ERR_INVALID_ARG_TYPE(name, PEM, value);
}

function configure(context, options, name = 'options') {
  validateObject(options, name);
  const { ciphers = defaults().DEFAULT_CIPHERS, ecdhCurve = defaults().DEFAULT_ECDH_CURVE || 'auto' } = options;
  if (ciphers != null) validateString(ciphers, `${name}.ciphers`);
  setCiphers(context, ciphers, `${name}.ciphers`);
  trust(context, options, name);
  identify(context, options, name);
  compress(context, options.certificateCompression, `${name}.certificateCompression`);
  const { sigalgs } = options;
  if (sigalgs != null) {
    validateString(sigalgs, `${name}.sigalgs`);
    if (sigalgs === '') throw new ERR_INVALID_ARG_VALUE(`${name}.sigalgs`, sigalgs);
    context.setSigalgs(sigalgs);
  }
  refuseKeyEngine(options, name);
  validateString(ecdhCurve, `${name}.ecdhCurve`);
  context.setECDHCurve(ecdhCurve);
  setDhParameters(context, options.dhparam, `${name}.dhparam`);
  revoke(context, options.crl, `${name}.crl`);
  const { sessionIdContext } = options;
  if (sessionIdContext != null) {
    validateString(sessionIdContext, `${name}.sessionIdContext`);
    context.setSessionIdContext(sessionIdContext);
  }
  loadPfx(context, options);
  refuseClientEngine(options, name);
  setSessions(context, options, name);
}

// Suites of TLS 1.3 begin with TLS_ and are set by a function of their own.
function setCiphers(context, text, name) {
  const all = StringPrototypeSplit(text || defaults().DEFAULT_CIPHERS, ':');
  const isSuite = (cipher) => RegExpPrototypeExec(/^!?TLS_/, cipher) !== null;
  const suites = ArrayPrototypeJoin(ArrayPrototypeFilter(all, isSuite), ':');
  const list = ArrayPrototypeJoin(ArrayPrototypeFilter(all, (cipher) => cipher !== '' && !isSuite(cipher)), ':');
  if (suites === '' && list === '') throw new ERR_INVALID_ARG_VALUE(name, all);
  if (suites !== '') context.setCipherSuites(suites);
  context.setCiphers(list);
  if (list === '' && context.getMinProto() < TLS1_3 && context.getMaxProto() > TLS1_2) context.setMinProto(TLS1_3);
}

function trust(context, { ca, allowPartialTrustChain }, name) {
  if (ca) {
    for (let i = 0, list = listOf(ca); i < list.length; i++) {
      validatePem(list[i], `${name}.ca`);
      context.addCACert(list[i]);
    }
  } else {
    context.addRootCerts();
  }
  if (allowPartialTrustChain) context.setAllowPartialTrustChain();
}

// The key comes after the certificate that it belongs to.
function identify(context, { cert, key, passphrase }, name) {
  if (cert) {
    for (let i = 0, list = listOf(cert); i < list.length; i++) {
      validatePem(list[i], `${name}.cert`);
      context.setCert(list[i]);
    }
  }
  if (!key) return;
  if (!ArrayIsArray(key)) {
    setKey(context, key, passphrase, name);
    return;
  }
  for (let i = 0; i < key.length; i++) {
    const one = key[i];
    const pem = one?.pem !== undefined ? one.pem : one;
    setKey(context, pem, one?.passphrase !== undefined ? one.passphrase : passphrase, name);
  }
}

function setKey(context, key, passphrase, name) {
  validatePem(key, `${name}.key`);
  if (passphrase != null) validateString(passphrase, `${name}.passphrase`);
  context.setKey(key, passphrase);
}

function compress(context, algorithms, name) {
  if (algorithms == null) return;
  if (!ArrayIsArray(algorithms)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', algorithms);
  if (algorithms.length === 0) return;
  if (algorithms.length > MAX_COMPRESSIONS) {
    throw new ERR_INVALID_ARG_VALUE(name, algorithms, 'can specify at most 3 algorithms');
  }
  for (let i = 0; i < algorithms.length; i++) {
    const one = algorithms[i];
    if (one !== 'zlib' && one !== 'brotli' && one !== 'zstd') {
      throw new ERR_INVALID_ARG_VALUE(`${name}[${i}]`, one, "must be 'zlib', 'brotli', or 'zstd'");
    }
  }
  const max = context.getMaxProto();
  if (max !== 0 && max < TLS1_3) {
    const error = new ERR_INVALID_ARG_VALUE(name, algorithms);
    error.message = 'certificateCompression requires a TLS protocol range that includes TLSv1.3';
    throw error;
  }
  throw new ERR_CRYPTO_UNSUPPORTED_OPERATION('Certificate compression is not supported by this OpenSSL build');
}

function refuseKeyEngine({ key, privateKeyIdentifier, privateKeyEngine }, name) {
  if (privateKeyIdentifier == null) return;
  if (privateKeyEngine == null) throw new ERR_INVALID_ARG_VALUE(`${name}.privateKeyEngine`, privateKeyEngine);
  if (key) throw new ERR_INVALID_ARG_VALUE(`${name}.privateKeyIdentifier`, privateKeyIdentifier);
  const types = ['string', 'null', 'undefined'];
  if (typeof privateKeyIdentifier !== 'string') {
    throw new ERR_INVALID_ARG_TYPE(`${name}.privateKeyIdentifier`, types, privateKeyIdentifier);
  }
  if (typeof privateKeyEngine !== 'string') {
    throw new ERR_INVALID_ARG_TYPE(`${name}.privateKeyEngine`, types, privateKeyEngine);
  }
  throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function refuseClientEngine({ clientCertEngine }, name) {
  if (typeof clientCertEngine === 'string') throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
  if (clientCertEngine != null) {
    throw new ERR_INVALID_ARG_TYPE(`${name}.clientCertEngine`, ['string', 'null', 'undefined'], clientCertEngine);
  }
}

function setDhParameters(context, dhparam, name) {
  if (dhparam == null) return;
  validatePem(dhparam, name);
  const warning = context.setDHParam(dhparam === 'auto' || dhparam);
  if (warning) process.emitWarning(warning, 'SecurityWarning');
}

function revoke(context, crl, name) {
  if (crl == null) return;
  for (let i = 0, list = listOf(crl); i < list.length; i++) {
    validatePem(list[i], name);
    context.addCRL(list[i]);
  }
}

function loadPfx(context, { pfx, passphrase }) {
  if (pfx == null) return;
  for (let i = 0, list = listOf(pfx); i < list.length; i++) {
    const one = list[i];
    const isListed = ArrayIsArray(pfx);
    const bytes = isListed ? one.buf || one : one;
    const secret = (isListed && one.passphrase) || passphrase;
    context.loadPKCS12(toBytes(bytes), secret ? toBytes(secret) : undefined);
  }
}

const toBytes = (value) => {
  if (typeof value === 'string' || isArrayBufferView(value)) return value;
  throw new ERR_INVALID_ARG_TYPE('pfx', PEM, value);
};

function setSessions(context, { ticketKeys, sessionTimeout }, name) {
  if (ticketKeys != null) {
    validateBuffer(ticketKeys, `${name}.ticketKeys`);
    if (ticketKeys.byteLength !== TICKET_KEY_BYTES) {
      throw new ERR_INVALID_ARG_VALUE(`${name}.ticketKeys`, ticketKeys.byteLength, 'must be exactly 48 bytes');
    }
    context.setTicketKeys(ticketKeys);
  }
  if (sessionTimeout != null) {
    validateInt32(sessionTimeout, `${name}.sessionTimeout`, 0);
    context.setSessionTimeout(sessionTimeout);
  }
}

module.exports = { SecureContext, createSecureContext };
