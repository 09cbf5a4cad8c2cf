'use strict';

// The native half of a secure context: an SSL_CTX. `SecureContext.context` is one, with the methods that Node's has.

const { FinalizationRegistry, registerFinalizer, unregisterFinalizer } = require('internal/primordials');
const { codes: { ERR_TLS_INVALID_PROTOCOL_METHOD } } = require('internal/errors');
const { Buffer } = require('buffer');
const { asBuffer } = require('internal/tls/bytes');

const native = binding('tls');

const TLS1 = 0x301;
const TLS1_1 = 0x302;
const TLS1_2 = 0x303;
const TLS1_3 = 0x304;

// secureProtocol: [OpenSSL's function, lowest and highest version; undefined means as given]
const METHODS = { __proto__: null };
for (let i = 0, roles = ['', 'server_', 'client_']; i < roles.length; i++) {
  const role = roles[i];
  const method = `TLS_${role}method`;
  METHODS[`SSLv23_${role}method`] = [method, undefined, TLS1_2];
  METHODS[`TLS_${role}method`] = [method, 0, TLS1_3];
  METHODS[`TLSv1_${role}method`] = [method, TLS1, TLS1];
  METHODS[`TLSv1_1_${role}method`] = [method, TLS1_1, TLS1_1];
  METHODS[`TLSv1_2_${role}method`] = [method, TLS1_2, TLS1_2];
  METHODS[`SSLv2_${role}method`] = null;
  METHODS[`SSLv3_${role}method`] = null;
}

let registry;

class NativeSecureContext {
  id = 0;
  #external = {};
  #protocols = undefined;

  // What Node's addons take for the address of the context; only a context itself has one.
  get _external() { return this.#external; }

  init(secureProtocol, min, max) {
    let name = 'TLS_method';
    if (typeof secureProtocol === 'string') {
      const method = METHODS[secureProtocol];
      if (method === null) {
        const error = new ERR_TLS_INVALID_PROTOCOL_METHOD();
        error.message = `SSLv${secureProtocol[4]} methods disabled`;
        throw error;
      }
      if (method === undefined) {
        const error = new ERR_TLS_INVALID_PROTOCOL_METHOD();
        error.message = `Unknown method: ${secureProtocol}`;
        throw error;
      }
      ({ 0: name, 1: min = min, 2: max } = method);
    }
    this.id = native.contextNew(name, min, max);
    registry ??= new FinalizationRegistry((id) => native.contextFree(id));
    registerFinalizer(registry, this, this.id, this);
  }

  close() {
    if (this.id === 0) return;
    unregisterFinalizer(registry, this);
    native.contextFree(this.id);
    this.id = 0;
  }

  setOptions(options) { native.setOptions(this.id, options); }
  setMinProto(version) { native.setMinVersion(this.id, version); }
  setMaxProto(version) { native.setMaxVersion(this.id, version); }
  getMinProto() { return native.minVersion(this.id); }
  getMaxProto() { return native.maxVersion(this.id); }
  setCiphers(list) { native.setCiphers(this.id, list); }
  setCipherSuites(list) { native.setCipherSuites(this.id, list); }
  setSigalgs(list) { native.setSignatureAlgorithms(this.id, list); }
  setECDHCurve(name) { if (name !== 'auto') native.setCurves(this.id, name); }
  setDHParam(pem) { return native.setDhParameters(this.id, pem === true ? undefined : asBuffer(pem)); }
  setKey(pem, passphrase) {
    native.setKey(this.id, asBuffer(pem), Buffer.from(passphrase ?? ''));
  }

  // The protocols that connections of a server select from, given to OpenSSL once for all of them.
  shareProtocols(protocols) {
    if (this.#protocols === protocols) return;
    native.setProtocols(this.id, protocols);
    this.#protocols = protocols;
  }

  setCert(pem) { native.setCertificate(this.id, asBuffer(pem)); }
  addCACert(pem) { native.addCa(this.id, asBuffer(pem)); }
  addCRL(pem) { native.addCrl(this.id, asBuffer(pem)); }

  addRootCerts() {
    require('internal/tls/roots').prepare();
    native.useRoots(this.id);
  }

  setAllowPartialTrustChain() { native.allowPartialChain(this.id); }
  loadPKCS12(bytes, passphrase) { native.loadPfx(this.id, asBuffer(bytes), passphrase && asBuffer(passphrase)); }
  setSessionIdContext(text) { native.setSessionIdContext(this.id, text); }
  setSessionTimeout(seconds) { native.setSessionTimeout(this.id, seconds); }
  getTicketKeys() { return asBuffer(native.ticketKeys(this.id)); }
  setTicketKeys(keys) { native.setTicketKeys(this.id, asBuffer(keys)); }
  // Has `onticketkeycallback` called for each ticket: see internal/tls/notices.
  enableTicketKeyCallback() { native.askForTicketKeys(this.id); }
  getCertificate() { return bufferOrNull(native.ownCertificate(this.id)); }
  getIssuer() { return bufferOrNull(native.ownIssuer(this.id)); }
}

const bufferOrNull = (bytes) => (bytes == null ? null : asBuffer(bytes));

module.exports = { NativeSecureContext, TLS1_2, TLS1_3 };
