'use strict';

// The methods of a TLSSocket by which programs ask what was agreed on, and change what may be changed.

const { Boolean } = require('internal/primordials');
const { codes: { ERR_TLS_INVALID_STATE, ERR_TLS_SNI_FROM_SERVER } } = require('internal/errors');
const {
  validateBuffer, validateFunction, validateInt32, validateObject, validateString, validateUint32,
} = require('internal/validators');
const { SecureContext, createSecureContext } = require('internal/tls/secure_context');
const { sessionFor, wrapSession } = require('internal/tls/session_state');
const { tlsOf } = require('internal/tls/tls_handle');
const { kConnectOptions, kDisableRenegotiation } = require('internal/tls/symbols');

function addTo(prototype) {
  prototype.disableRenegotiation = function disableRenegotiation() {
    this[kDisableRenegotiation] = true;
  };

  prototype.renegotiate = function renegotiate(options, callback) {
    validateObject(options, 'options');
    if (callback !== undefined) validateFunction(callback, 'callback');
    if (this.destroyed) return undefined;
    const { requestCert = this._requestCert, rejectUnauthorized = this._rejectUnauthorized } = options;
    if (Boolean(requestCert) !== this._requestCert || Boolean(rejectUnauthorized) !== this._rejectUnauthorized) {
      this._requestCert = Boolean(requestCert);
      this._rejectUnauthorized = Boolean(rejectUnauthorized);
      this.ssl.setVerifyMode(this._requestCert, this._rejectUnauthorized);
    }
    try {
      this.ssl.renegotiate();
    } catch (error) {
      if (callback) process.nextTick(callback, error);
      return false;
    }
    if (callback) this.once('secure', () => callback(null));
    return true;
  };

  prototype.exportKeyingMaterial = function exportKeyingMaterial(length, label, context) {
    validateUint32(length, 'length', true);
    validateString(label, 'label');
    if (context !== undefined) validateBuffer(context, 'context');
    if (!this._secureEstablished || !this.ssl) throw new ERR_TLS_INVALID_STATE();
    return this.ssl.exportKeyingMaterial(length, label, context);
  };

  prototype.setMaxSendFragment = function setMaxSendFragment(size) {
    validateInt32(size, 'size');
    return this.ssl.setMaxSendFragment(size) === 1;
  };

  prototype.setServername = function setServername(name) {
    validateString(name, 'name');
    if (this._tlsOptions.isServer) throw new ERR_TLS_SNI_FROM_SERVER();
    this.ssl.setServername(name);
  };

  prototype.setSession = function setSession(session) {
    const own = sessionFor(session, this[kConnectOptions] || this._tlsOptions);
    if (own !== undefined) this.ssl.setSession(own);
  };

  prototype.getSession = function getSession() {
    return this.ssl ? wrapSession(tlsOf(this).getSession(), this[kConnectOptions] || this._tlsOptions) : null;
  };

  prototype.getPeerCertificate = function getPeerCertificate(detailed) {
    return this.ssl ? tlsOf(this).getPeerCertificate(Boolean(detailed)) || {} : null;
  };

  prototype.getCertificate = function getCertificate() {
    return this.ssl ? this.ssl.getCertificate() || {} : null;
  };

  prototype.getPeerX509Certificate = function getPeerX509Certificate() {
    return this.ssl ? tlsOf(this).getPeerX509Certificate() : undefined;
  };

  prototype.getX509Certificate = function getX509Certificate() {
    return this.ssl?.getX509Certificate();
  };

  prototype.setKeyCert = function setKeyCert(context) {
    if (!this.ssl) return;
    const secureContext = context instanceof SecureContext ? context : createSecureContext(context);
    this.ssl.useContext(secureContext.context);
  };

  prototype.enableTrace = function enableTrace() {
    this.ssl?.enableTrace();
  };

  for (let i = 0, names = [
    'getCipher', 'getSharedSigalgs', 'getEphemeralKeyInfo', 'getFinished', 'getPeerFinished', 'getProtocol', 'getTLSTicket',
    'isSessionReused',
  ]; i < names.length; i++) {
    const name = names[i];
    prototype[name] = { [name]() { return this.ssl ? tlsOf(this)[name]() : null; } }[name];
  }
}

module.exports = { addTo };
