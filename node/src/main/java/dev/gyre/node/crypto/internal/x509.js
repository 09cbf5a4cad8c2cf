'use strict';

// X509Certificate. Its fields are read from OpenSSL together, when the first of them is used.

const {
  ArrayIsArray, ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, Date, JSONParse,
  ObjectDefineProperty, ObjectEntries, ObjectFromEntries, RegExpPrototypeExec, StringPrototypeSplit,
  StringPrototypeToUpperCase, Uint8Array, replacePattern,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { customInspectSymbol, kEmptyObject } = require('internal/util');
const { isArrayBufferView } = require('util/types');
const { kClone } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { Buffer } = require('buffer');
const { KeyHandle } = require('internal/crypto/key_handle');
const { PublicKeyObject, handleOf, isKeyObject } = require('internal/crypto/keys');
const { asBuffer, bytesOf, own } = require('internal/crypto/util');
const { hash } = require('internal/crypto/hash');

const native = binding('crypto');

const ALWAYS_CHECK_SUBJECT = 0x1;
const NO_WILDCARDS = 0x2;
const NO_PARTIAL_WILDCARDS = 0x4;
const MULTI_LABEL_WILDCARDS = 0x8;
const SINGLE_LABEL_SUBDOMAINS = 0x10;
const NEVER_CHECK_SUBJECT = 0x20;

const FACTS = [
  'subject', 'subjectAltName', 'issuer', 'infoAccess', 'validFrom', 'validTo', 'keyUsage', 'serialNumber',
  'signatureAlgorithm', 'signatureAlgorithmOid', 'ca', 'subjectEntries', 'issuerEntries',
];

const SUBJECT_FLAGS = { __proto__: null, default: 0, always: ALWAYS_CHECK_SUBJECT, never: NEVER_CHECK_SUBJECT };

function flagsOf(options = kEmptyObject) {
  validateObject(options, 'options');
  const {
    subject = 'default', wildcards = true, partialWildcards = true, multiLabelWildcards = false,
    singleLabelSubdomains = false,
  } = { ...options };
  validateString(subject, 'options.subject');
  for (let i = 0, list = ObjectEntries({ wildcards, partialWildcards, multiLabelWildcards, singleLabelSubdomains }); i < list.length; i++) {
    const { 0: name, 1: value } = list[i];
    validateBoolean(value, `options.${name}`);
  }
  if (!(subject in SUBJECT_FLAGS)) throw new ERR_INVALID_ARG_VALUE('options.subject', subject);
  return SUBJECT_FLAGS[subject] | (wildcards ? 0 : NO_WILDCARDS) | (partialWildcards ? 0 : NO_PARTIAL_WILDCARDS) |
    (multiLabelWildcards ? MULTI_LABEL_WILDCARDS : 0) | (singleLabelSubdomains ? SINGLE_LABEL_SUBDOMAINS : 0);
}

// The native certificate; several objects may share it.
class NativeCertificate {
  constructor(id) {
    this.id = own(this, id);
    this.facts = undefined;
  }

  get(name) {
    this.facts ??= native.x509Facts(this.id);
    return this.facts[ArrayPrototypeIndexOf(FACTS, name)];
  }
}

const fingerprint = (algorithm, bytes) => replacePattern(/..(?!$)/g, StringPrototypeToUpperCase(hash(algorithm, bytes)), '$&:');

let certificateOf;
let linkIssuer;
let isX509Certificate;

class X509Certificate {
  #certificate;
  #publicKey;
  #issuer;

  constructor(buffer) {
    if (buffer instanceof NativeCertificate) {
      this.#certificate = buffer;
      return;
    }
    if (typeof buffer === 'string') buffer = Buffer.from(buffer);
    if (!isArrayBufferView(buffer)) {
      throw new ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    this.#certificate = new NativeCertificate(native.x509Parse(bytesOf(buffer)));
  }

  static {
    isX509Certificate = (value) => typeof value === 'object' && value !== null && #certificate in value;
    certificateOf = (value) => value.#certificate;
    linkIssuer = (certificate, issuer) => { certificate.#issuer = issuer; };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    const shown = ObjectFromEntries(ArrayPrototypeMap([
      'subject', 'subjectAltName', 'issuer', 'infoAccess', 'validFrom', 'validTo', 'validFromDate', 'validToDate',
      'fingerprint', 'fingerprint256', 'fingerprint512', 'keyUsage', 'serialNumber', 'signatureAlgorithm',
      'signatureAlgorithmOid',
    ], (name) => [name, this[name]]));
    return `X509Certificate ${inspect(shown, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }

  [kClone]() {
    return new X509Certificate(this.#certificate);
  }

  [kSend]() { return { deserializeInfo: 'X509Certificate', data: new Uint8Array(native.x509Raw(this.#certificate.id)) }; }

  get issuerCertificate() { return this.#issuer; } // known only for certificates of a connection
  get validFromDate() { return new Date(this.validFrom); }
  get validToDate() { return new Date(this.validTo); }
  get fingerprint() { return fingerprint('sha1', this.raw); }
  get fingerprint256() { return fingerprint('sha256', this.raw); }
  get fingerprint512() { return fingerprint('sha512', this.raw); }
  get raw() { return asBuffer(native.x509Raw(this.#certificate.id)); }

  get publicKey() {
    return this.#publicKey ??=
      new PublicKeyObject(KeyHandle.native('public', native.x509PublicKey(this.#certificate.id)));
  }

  toString() { return native.x509Pem(this.#certificate.id); }
  toJSON() { return this.toString(); }

  checkHost(name, options) {
    validateString(name, 'name');
    return native.x509CheckHost(this.#certificate.id, name, flagsOf(options));
  }

  checkEmail(email, options) {
    validateString(email, 'email');
    return native.x509CheckEmail(this.#certificate.id, email, flagsOf(options));
  }

  checkIP(ip, options) {
    validateString(ip, 'ip');
    return native.x509CheckIp(this.#certificate.id, ip, flagsOf(options));
  }

  checkIssued(otherCert) {
    if (!isX509Certificate(otherCert)) throw new ERR_INVALID_ARG_TYPE('otherCert', 'X509Certificate', otherCert);
    return native.x509CheckIssued(this.#certificate.id, certificateOf(otherCert).id);
  }

  checkPrivateKey(pkey) {
    return native.x509CheckPrivateKey(this.#certificate.id, keyId(pkey, 'private'));
  }

  verify(pkey) {
    return native.x509Verify(this.#certificate.id, keyId(pkey, 'public'));
  }

  toLegacyObject() { return legacy(this, this.#certificate); }
}

for (let j = 0, items = ArrayPrototypeSlice(FACTS, 0, 11); j < items.length; j++) {
  const name = items[j];
  ObjectDefineProperty(X509Certificate.prototype, name, {
    __proto__: null,
    get() { return certificateOf(this).get(name); }, enumerable: false, configurable: true,
  });
}

function keyId(pkey, type) {
  if (!isKeyObject(pkey)) throw new ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
  const handle = handleOf(pkey);
  if (handle.type !== type) throw new ERR_INVALID_ARG_VALUE('pkey', pkey);
  return handle.id;
}

// ---- the result of tls.TLSSocket.getPeerCertificate()

// A key that occurs more than once gets a list.
function entriesObject(entries) {
  const object = { __proto__: null };
  for (let i = 0; i < entries.length; i += 2) {
    const { 0: name, 1: value } = [entries[i], entries[i + 1]];
    if (object[name] === undefined) object[name] = value;
    else if (ArrayIsArray(object[name])) ArrayPrototypePush(object[name], value);
    else object[name] = [object[name], value];
  }
  return object;
}

function accessObject(text) {
  const object = { __proto__: null };
  for (let i = 0, list = StringPrototypeSplit(text, '\n'); i < list.length; i++) {
    const line = list[i];
    const { 1: name, 2: value } = RegExpPrototypeExec(/^([^:]*):(.*)$/, line) ?? [];
    if (name === undefined) continue;
    ArrayPrototypePush(object[name] ??= [], value[0] === '"' ? JSONParse(value) : value);
  }
  return object;
}

const NIST = { '__proto__': null, 'prime256v1': 'P-256', 'secp384r1': 'P-384', 'secp521r1': 'P-521' };

function keyFacts(certificate) {
  const handle = handleOf(certificate.publicKey);
  if (handle.keyType === 'rsa') {
    const { 0: n, 1: e } = native.keyRsaParts(handle.id, false);
    return {
      modulus: StringPrototypeToUpperCase(Buffer.from(n).toString('hex')),
      exponent: `0x${replacePattern(/^0+/, Buffer.from(e).toString('hex'), '')}`,
      pubkey: handle.write('der', 'spki'),
      bits: handle.details().modulusLength,
    };
  }
  if (handle.keyType === 'ec') {
    const { namedCurve } = handle.details();
    return {
      pubkey: handle.rawPublic(false), bits: native.signatureSize(handle.id) * 8, asn1Curve: namedCurve,
      nistCurve: NIST[namedCurve],
    };
  }
  return { pubkey: handle.write('der', 'spki') };
}

function legacy(certificate, facts) {
  const { infoAccess } = certificate;
  const { modulus, exponent, pubkey, bits, asn1Curve, nistCurve } = keyFacts(certificate);
  return {
    subject: entriesObject(facts.get('subjectEntries')),
    issuer: entriesObject(facts.get('issuerEntries')),
    subjectaltname: certificate.subjectAltName,
    infoAccess: infoAccess === undefined ? undefined : accessObject(infoAccess),
    ca: certificate.ca,
    modulus, exponent, pubkey, bits,
    valid_from: certificate.validFrom,
    valid_to: certificate.validTo,
    fingerprint: certificate.fingerprint,
    fingerprint256: certificate.fingerprint256,
    fingerprint512: certificate.fingerprint512,
    ext_key_usage: certificate.keyUsage,
    serialNumber: certificate.serialNumber,
    raw: certificate.raw,
    asn1Curve, nistCurve,
  };
}

onReceive('X509Certificate', (bytes) => new X509Certificate(bytes));

module.exports = {
  X509Certificate, certificateOfNative: (id) => new X509Certificate(new NativeCertificate(id)),
  isX509Certificate: (value) => isX509Certificate(value), linkIssuer,
};
