'use strict';

// The certificates that are trusted by default: the bundled ones, those of the system if an option says so, and those of
// NODE_EXTRA_CA_CERTS. They are read when a context first needs them.

const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, NumberPrototypeToString, ObjectFreeze,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeToUpperCase,
} = require('internal/primordials');
const { codes: { ERR_CRYPTO_OPERATION_FAILED, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { isArrayBufferView } = require('util/types');
const { get: getOptionValue } = require('internal/options');
const { Buffer } = require('buffer');
const { asBuffer } = require('internal/tls/bytes');
const { isEnabled } = require('internal/permission/model');

const native = binding('tls');

const SYSTEM_LIBRARY = 0x80000000;

const cached = { bundled: undefined, system: undefined, extra: undefined, default: undefined };
let isPrepared = false;
let chosen; // by setDefaultCACertificates

function extra() {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return [];
  let bytes;
  try {
    bytes = isEnabled() ? native.rootsExtra() : require('fs').readFileSync(file);
  } catch (failure) {
    if (failure.code !== 'EISDIR') warnOfExtra(file, systemReason(failure));
    return [];
  }
  try {
    return native.rootsIn(bytes);
  } catch (failure) {
    warnOfExtra(file, failure.message);
    return [];
  }
}

// As OpenSSL writes it: "ENOENT: no such file …" is error 80000002, "No such file …".
function systemReason({ errno, message }) {
  const text = StringPrototypeSlice(message, StringPrototypeIndexOf(message, ': ') + 2, StringPrototypeIndexOf(message, ', '));
  const number = StringPrototypeToUpperCase(NumberPrototypeToString(SYSTEM_LIBRARY - errno, 16));
  return `error:${number}:system library::${StringPrototypeToUpperCase(text[0])}${StringPrototypeSlice(text, 1)}`;
}

function warnOfExtra(file, reason) {
  process._rawDebug(`Warning: Ignoring extra certs from \`${file}\`, load failed: ${reason}`);
}

const readers = {
  __proto__: null,
  bundled: () => native.rootsBundled(),
  system: () => native.rootsSystem(process.env.SSL_CERT_FILE || undefined, process.env.SSL_CERT_DIR || undefined),
  extra,
  default() {
    if (chosen !== undefined) return chosen;
    const all = [];
    const add = (list) => { for (let i = 0; i < list.length; i++) ArrayPrototypePush(all, list[i]); };
    if (!getOptionValue('--use-openssl-ca')) {
      add(list('bundled'));
      if (getOptionValue('--use-system-ca')) add(list('system'));
    }
    if (process.env.NODE_EXTRA_CA_CERTS) add(list('extra'));
    return all;
  },
};

const list = (type) => cached[type] ??= ObjectFreeze(readers[type]());

function getCACertificates(type = 'default') {
  validateString(type, 'type');
  if (readers[type] === undefined) throw new ERR_INVALID_ARG_VALUE('type', type);
  return list(type);
}

function setDefaultCACertificates(certs) {
  if (!ArrayIsArray(certs)) throw new ERR_INVALID_ARG_TYPE('certs', 'Array', certs);
  const all = [];
  for (let i = 0; i < certs.length; i++) {
    const one = certs[i];
    if (typeof one !== 'string' && !isArrayBufferView(one)) {
      throw new ERR_INVALID_ARG_TYPE(`certs[${i}]`, ['string', 'ArrayBufferView'], one);
    }
  }
  for (let i = 0; i < certs.length; i++) {
    for (let j = 0, found = native.rootsIn(asBuffer(certs[i])); j < found.length; j++) {
      if (!ArrayPrototypeIncludes(all, found[j])) ArrayPrototypePush(all, found[j]);
    }
  }
  if (certs.length > 0 && all.length === 0) {
    throw new ERR_CRYPTO_OPERATION_FAILED('No valid certificates found in the provided array');
  }
  native.rootsUse(Buffer.from(ArrayPrototypeJoin(all, '\n')));
  chosen = all;
  cached.default = undefined;
  isPrepared = true;
}

// Tells the native half what to trust, unless it is the bundled certificates alone: it reads those by itself.
function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  const useOpenSsl = getOptionValue('--use-openssl-ca');
  if (useOpenSsl) native.rootsUseDefaultPaths();
  const isMore = getOptionValue('--use-system-ca') || process.env.NODE_EXTRA_CA_CERTS;
  if (isMore && !useOpenSsl) native.rootsUse(Buffer.from(ArrayPrototypeJoin(list('default'), '\n')));
}

module.exports = { getCACertificates, prepare, setDefaultCACertificates };
