'use strict';

// What a TLSSocket does when TLS reports something (`TlsHandle.report`): the end of the handshake, a failure, questions to the
// program, sessions.

const { ArrayIsArray, ArrayPrototypeIndexOf, ArrayPrototypePush, RegExpPrototypeExec, TypeError } = require('internal/primordials');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MULTIPLE_CALLBACK, ERR_SOCKET_CLOSED, ERR_TLS_ALPN_CALLBACK_INVALID_RESULT,
    ERR_TLS_RENEGOTIATION_DISABLED, ERR_TLS_SESSION_ATTACK,
  },
  ErrnoException,
} = require('internal/errors');
const { validateBuffer, validateObject, validateString } = require('internal/validators');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { UV_EPROTO } = require('internal/errno');
const { now } = require('internal/bridge');
const { byteLengthOf } = require('internal/memory');
const { asBuffer } = require('internal/tls/bytes');
const { NativeSecureContext } = require('internal/tls/native_context');
const { wrapSession } = require('internal/tls/session_state');
const {
  kALPNCallback, kConnectOptions, kDisableRenegotiation, kHandshakes, kIsVerified, kPendingSession, kPskCallback,
} = require('internal/tls/symbols');

const TICKET_PART_BYTES = 16;
const MAX_PSK_BYTES = 512;
const MAX_PSK_IDENTITY_BYTES = 256;

function handshakeDone(self) {
  if (self._newSessionPending) {
    self._securePending = true;
    return;
  }
  try {
    self._finishInit();
  } finally {
    // What is left to be sent, unless the program does not like the certificate.
    if (!self.destroyed && !self._tlsOptions.isServer) self.ssl?.release();
  }
}

function onFailure(self, error) {
  if (self._hadError) return;
  self._hadError = true;
  if (!self._secureEstablished) {
    // A write that waits for the handshake fails, and tells why.
    if (self._handle?.isBlocked) error = new ErrnoException(UV_EPROTO, 'write', error.message);
    // Listeners of 'tlsClientError' may still look at the socket.
    self._closeAfterHandlingError = true;
    self.destroy(error);
  } else if (self._tlsOptions.isServer && self._rejectUnauthorized &&
      RegExpPrototypeExec(/peer did not return a certificate/, error.message) !== null) {
    self.destroy();
  } else {
    self._emitTLSError(error);
  }
}

// A client may renegotiate a few times in a while; more is an attack.
function handshakeStarted(self) {
  if (!self._tlsOptions.isServer) return;
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = require('tls');
  const handshakes = self[kHandshakes];
  const nowMs = now();
  if (nowMs - handshakes.lastMs >= CLIENT_RENEG_WINDOW * 1000 && handshakes.lastMs !== 0) handshakes.count = 1;
  else handshakes.count++;
  handshakes.lastMs = nowMs;
  if (self._handle) self._handle.handshakes = handshakes.count;
  try {
    if (handshakes.count > CLIENT_RENEG_LIMIT) self._emitTLSError(new ERR_TLS_SESSION_ATTACK());
    else if (self[kDisableRenegotiation]) self._emitTLSError(new ERR_TLS_RENEGOTIATION_DISABLED());
  } finally {
    if (!self.destroyed) self.ssl?.release(); // its answer to the client waits for this
  }
}

// A callback for the program that may be called once. A throw of the program ends the connection.
function askOnce(self, ask, useAnswer) {
  let isAnswered = false;
  const answer = (error, value) => {
    if (isAnswered) return self.destroy(new ERR_MULTIPLE_CALLBACK());
    isAnswered = true;
    if (error) return self.destroy(error);
    if (!self.ssl || self.destroyed) return self.destroy(new ERR_SOCKET_CLOSED());
    try {
      useAnswer(value);
    } catch (failure) {
      self.destroy(failure);
    }
    return undefined;
  };
  try {
    return ask(answer);
  } catch (error) {
    isAnswered = true;
    self.destroy(error);
    return true;
  }
}

function onHello(self, id, hasTicket, protocols, servername) {
  const goOn = () => {
    if (!chooseProtocol(self, protocols, servername)) return;
    self.ssl?.resume();
  };
  const { server } = self;
  if (id.length === 0 || hasTicket || !server) {
    goOn();
    return;
  }
  const isAsked = askOnce(self, (answer) => server.emit('resumeSession', id, answer), (session) => {
    if (session) self.ssl.loadSession(session);
    goOn();
  });
  if (!isAsked) goOn();
}

// `protocols` is the client's list: its length in two bytes, then one entry after the other. Returns whether to go on.
function chooseProtocol(self, list, servername) {
  const callback = self[kALPNCallback];
  if (callback === null || list === undefined) return true;
  const protocols = [];
  for (let at = 2; at < list.length; at += 1 + list[at]) {
    ArrayPrototypePush(protocols, list.toString('ascii', at + 1, at + 1 + list[at]));
  }
  try {
    const chosen = callback({ servername: servername ?? false, protocols });
    if (chosen !== undefined) {
      if (ArrayPrototypeIndexOf(protocols, chosen) === -1) {
        throw new ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, protocols);
      }
      self.ssl?.chooseProtocol(chosen);
    }
    return true;
  } catch (error) {
    self.destroy(error);
    return false;
  }
}

function chooseContext(self, servername, wantsOcsp) {
  if (!servername || !self._SNICallback) {
    stapleOcsp(self, wantsOcsp);
    return;
  }
  self.servername ??= servername;
  askOnce(self, (answer) => self._SNICallback(servername, answer), (context) => {
    if (context) {
      const ofName = context.context || context;
      if (!(ofName instanceof NativeSecureContext)) throw new TypeError('Invalid SNI context');
      self.ssl.useContext(ofName);
    }
    stapleOcsp(self, wantsOcsp);
  });
}

function stapleOcsp(self, wantsOcsp) {
  const { server, ssl } = self;
  const context = ssl?.sniContext ?? server?._sharedCreds?.context;
  if (!wantsOcsp || !context || server.listenerCount('OCSPRequest') === 0) {
    ssl?.resume();
    return;
  }
  askOnce(self, (answer) => server.emit('OCSPRequest', context.getCertificate(), context.getIssuer(), answer), (response) => {
    if (response) self.ssl.setOCSPResponse(response);
    self.ssl.resume();
  });
}

function clientSession(self, session) {
  if (self[kIsVerified]) self.emit('session', wrapSession(session, self[kConnectOptions]));
  else self[kPendingSession] = session;
}

function serverSession(self, id, session) {
  const { server } = self;
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    if (!self.ssl || self.destroyed) {
      self.destroy(new ERR_SOCKET_CLOSED());
      return;
    }
    self.ssl.release();
    self._newSessionPending = false;
    if (self._securePending) self._finishInit();
    self._securePending = false;
  };
  if (!server) {
    done();
    return;
  }
  self._newSessionPending = true;
  let isTaken = false;
  try {
    isTaken = server.emit('newSession', id, session, done);
  } catch (error) {
    server.emit('error', error);
  }
  if (!isTaken) done();
}

function answerPsk(self, about) {
  const { ssl } = self;
  try {
    const answer = self._tlsOptions.isServer ? serverPsk(self, about) : clientPsk(self, about);
    ssl.answerPsk(answer?.psk, answer?.identity);
  } catch (error) {
    ssl.answerPsk(undefined);
    self.destroy(error);
  }
}

function checkLength(psk) {
  if (psk.length > MAX_PSK_BYTES) {
    throw new ERR_INVALID_ARG_VALUE('psk', psk, `Pre-shared key exceeds ${MAX_PSK_BYTES} bytes`);
  }
}

function serverPsk(self, identity) {
  const result = self[kPskCallback](self, identity);
  if (result == null) return undefined;
  let psk = result;
  if (!isArrayBufferView(result)) {
    if (typeof result !== 'object') {
      throw new ERR_INVALID_ARG_TYPE('ret', ['Object', 'Buffer', 'TypedArray', 'DataView'], result);
    }
    ({ psk } = result);
    validateBuffer(psk, 'psk');
  }
  checkLength(psk);
  return { psk, identity: '' };
}

function clientPsk(self, hint) {
  const result = self[kPskCallback](hint);
  if (result == null) return undefined;
  validateObject(result, 'ret');
  const { psk, identity } = result;
  validateBuffer(psk, 'psk');
  checkLength(psk);
  validateString(identity, 'identity');
  if (Buffer.byteLength(identity) > MAX_PSK_IDENTITY_BYTES) {
    throw new ERR_INVALID_ARG_VALUE('identity', identity, `PSK identity exceeds ${MAX_PSK_IDENTITY_BYTES} bytes`);
  }
  return { psk, identity };
}

// What the program's `onticketkeycallback` returns: [result, key of HMAC, key of AES, name, IV], the last two for a new ticket.
function answerTicketKey(self, name, iv, isNew) {
  const { ssl } = self;
  const { context } = ssl.secureContext;
  try {
    const answer = context.onticketkeycallback?.(name, iv, isNew);
    if (isTicketAnswer(answer, isNew)) {
      const { 0: result, 1: hmac, 2: aes, 3: newName, 4: newIv } = answer;
      if (isNew) ssl.answerTicketKey(result, asBuffer(hmac), asBuffer(aes), asBuffer(newName), asBuffer(newIv));
      else ssl.answerTicketKey(result, asBuffer(hmac), asBuffer(aes));
    } else {
      ssl.answerTicketKey(-1);
    }
  } catch (error) {
    ssl.answerTicketKey(-1);
    self.destroy(error);
  }
}

function isTicketAnswer(answer, isNew) {
  if (!ArrayIsArray(answer)) return false;
  const { 0: result, 1: hmac, 2: aes, 3: name, 4: iv } = answer;
  if (typeof result !== 'number' || (result | 0) !== result || result < 0 || !isArrayBufferView(hmac)) return false;
  return isTicketPart(aes) && (!isNew || (isTicketPart(name) && isTicketPart(iv)));
}

const isTicketPart = (value) => isArrayBufferView(value) && byteLengthOf(value) === TICKET_PART_BYTES;

// Functions by kind of notice.
const events = {
  __proto__: null,
  done: handshakeDone,
  failed: onFailure,
  hello: onHello,
  certificate: chooseContext,
  session(self, id, session) { if (self._tlsOptions.isServer) serverSession(self, id, session); else clientSession(self, session); },
  keylog(self, line) { self.emit('keylog', line); },
  ocsp(self, response) { self.emit('OCSPResponse', response); },
  started: handshakeStarted,
  psk: answerPsk,
  ticketKey: answerTicketKey,
};

module.exports = { events };
