'use strict';

// TLS of one connection: `TLSSocket.ssl`. It exists before the connection does and is put on the socket's handle when that
// is connected (`attach`). What happens in it comes as notices, one for each event of the handle (`report`), and goes to
// the socket's function for that kind.

const {
  Error, FinalizationRegistry, ObjectHasOwn, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, registerFinalizer,
  unregisterFinalizer,
} = require('internal/primordials');
const { asBuffer } = require('internal/tls/bytes');
const { codeOf, hintOf } = require('internal/tls/verify_codes');
const { kProtocols } = require('internal/tls/symbols');
const { legacyOf, linked, x509ChainOf, x509Of } = require('internal/tls/certificates');

const native = binding('tls');

const UNABLE_TO_GET_ISSUER = 2;

// Values of TlsHandle.number that are no number of an engine.
const FREED = 0;
const NOT_MADE = -1;

// Bits of attachNew().
const IS_SERVER = 1;
const MUST_START = 2;
const HAS_PROTOCOLS_OF_CONTEXT = 4;

let registry;

function failure(message, library, reason, code) {
  const error = new Error(message ?? 'TLS failed');
  if (library != null) error.library = library;
  if (reason != null) error.reason = reason;
  if (code != null) error.code = code;
  return error;
}

const bufferOf = (bytes) => (bytes == null ? undefined : asBuffer(bytes));

class TlsHandle {
  // events: functions by kind of notice, called with the owner and the details
  constructor(secureContext, isServer, events, owner, protocols) {
    this.secureContext = secureContext; // kept alive with it
    this.isServer = isServer;
    this.events = events;
    this.owner = owner;
    this.negotiated = false; // the protocol and the server's name, once the handshake is done
    this.named = false;
    this.handle = undefined;
    this.isStarted = false;
    this.verifyResult = undefined; // of the last handshake, kept for when the connection is closed
    this.told = undefined; // the session that is being reported: OpenSSL may have a newer one already
    this.protocols = protocols || undefined;
    this.number = NOT_MADE;
    // One that connects is likely to be given a session or a name before; its making fails here rather than later.
    if (!isServer) this.use(native.engineNew(secureContext.context.id, false, this.protocols));
  }

  // The engine's number. That of a server's connection is made when it is put on the connection, by the same native call,
  // unless there is something to set before.
  get id() {
    if (this.number === NOT_MADE) this.use(native.engineNew(this.secureContext.context.id, this.isServer, this.protocols));
    return this.number;
  }

  use(number) {
    this.number = number;
    registry ??= new FinalizationRegistry((id) => native.engineFree(id));
    registerFinalizer(registry, this, number, this);
  }

  get isFreed() { return this.number === FREED; }

  free() {
    const { number } = this;
    this.number = FREED;
    this.events = this.owner = undefined;
    if (number === FREED || number === NOT_MADE) return;
    unregisterFinalizer(registry, this);
    if (!this.handle?.isClosed) native.engineFree(number); // a closed connection has freed it
  }

  // ---- the connection

  get fd() { return this.handle?.fd ?? -1; }

  // Puts TLS on a connection; a server's begins at once.
  attach(handle, mustStart) {
    if (this.isFreed || handle.isClosed) return;
    const { held } = handle;
    handle.held = undefined;
    handle.reading = false;
    handle.transport = this;
    this.handle = handle;
    handle.mustAsk = true;
    const startsAtOnce = mustStart && held === undefined && !this.isStarted && !ObjectHasOwn(handle, 'start');
    if (this.number !== NOT_MADE) {
      native.attach(this.number, handle.id, startsAtOnce);
    } else {
      this.use(this.attachNew(handle, startsAtOnce));
    }
    if (startsAtOnce) {
      this.isStarted = true;
      return;
    }
    if (held !== undefined) for (let i = 0; i < held.length; i++) this.receive(held[i]);
    if (mustStart) this.start();
  }

  attachNew(handle, startsAtOnce) {
    const { context } = this.secureContext;
    const flags = (this.isServer ? IS_SERVER : 0) | (startsAtOnce ? MUST_START : 0);
    if (this.protocols === undefined || !this.isServer || this.protocols !== this.owner.server?.[kProtocols]) {
      return native.attachNew(context.id, handle.id, flags, this.protocols);
    }
    context.shareProtocols(this.protocols);
    return native.attachNew(context.id, handle.id, flags | HAS_PROTOCOLS_OF_CONTEXT);
  }

  start() {
    if (this.isFreed || this.handle === undefined || this.isStarted) return;
    this.isStarted = true;
    if (ObjectHasOwn(this.handle, 'start')) this.handle.start();
    else native.start(this.id);
  }

  // Encrypted bytes that were read before TLS was put on the socket.
  receive(bytes) { if (!this.isFreed) native.receive(this.id, bytes); }

  resume() { if (!this.isFreed) native.resume(this.id); }

  report() {
    if (this.isFreed) return;
    const notice = native.notice(this.id);
    if (notice == null) return;
    if (typeof notice === 'string') {
      this.done(notice);
      return;
    }
    const { 0: kind, 1: a, 2: b, 3: c, 4: d } = notice;
    const { events, owner } = this;
    switch (kind) {
      case 1: events.failed(owner, failure(a, b, c, d)); break;
      case 2: events.hello(owner, asBuffer(a), b, bufferOf(c), d); break;
      case 3: events.certificate(owner, a ?? '', b); break;
      case 4: this.telling(asBuffer(b), (session) => events.session(owner, asBuffer(a), session)); break;
      case 5: events.keylog(owner, asBuffer(a)); break;
      case 6: events.ocsp(owner, a == null ? null : asBuffer(a)); break;
      case 7: events.started(owner); break;
      case 8: events.psk(owner, a ?? null); break;
      default: events.ticketKey(owner, asBuffer(a), asBuffer(b), c); break;
    }
  }

  // The server's name and the protocol, with a zero byte between them; either may be missing.
  done(agreed) {
    this.handle.mustAsk = false;
    this.verifyResult = undefined;
    const at = StringPrototypeIndexOf(agreed, '\0');
    this.named = StringPrototypeSlice(agreed, 0, at) || false;
    this.negotiated = StringPrototypeSlice(agreed, at + 1) || false;
    this.events.done(this.owner);
  }

  telling(session, tell) {
    this.told = session;
    try {
      tell(session);
    } finally {
      this.told = undefined;
    }
  }

  // ---- settings and answers

  setVerifyMode(requestCert, rejectUnauthorized) { native.setVerify(this.id, requestCert, rejectUnauthorized); }
  setServername(name) { native.setServerName(this.id, StringPrototypeSplit(name, '\0', 1)[0]); }
  selectProtocolByHello() { native.selectProtocolByHello(this.id); }
  chooseProtocol(name) { native.chosenProtocol(this.id, name); }
  enableSessionCallbacks() { native.wantSessions(this.id); }
  enableCertCb() { native.wantCertificate(this.id); }
  enableKeylogCallback() { native.wantKeyLog(this.id); }
  release() { if (!this.isFreed) native.release(this.id); }
  enableTrace() { native.trace(this.id); }
  requestOCSP() { native.requestOcsp(this.id); }
  setOCSPResponse(bytes) { native.setOcspResponse(this.id, asBuffer(bytes)); }
  loadSession(bytes) { native.loadSession(this.id, asBuffer(bytes)); }

  useContext(context) {
    this.sniContext = context;
    native.useContext(this.id, context.id);
  }

  enablePskCallback() { native.usePsk(this.id); }
  setPskIdentityHint(hint) { return native.setPskHint(this.id, hint); }
  answerPsk(key, identity) { if (!this.isFreed) native.answerPsk(this.id, key, identity); }
  answerTicketKey(result, hmac, aes, name, iv) { if (!this.isFreed) native.answerTicketKey(this.id, result, hmac, aes, name, iv); }
  renegotiate() { native.renegotiate(this.id); }
  setMaxSendFragment(size) { return native.setMaxSendFragment(this.id, size); }
  setSession(bytes) { native.setSession(this.id, asBuffer(bytes)); }

  // ---- what was agreed on

  // The function of that name which the program has put on the handle: see TlsStreamHandle.
  replaced(name) { return this.handle !== undefined && ObjectHasOwn(this.handle, name); }

  getSession() {
    if (this.replaced('getSession')) return this.handle.getSession();
    return this.told ?? bufferOf(native.session(this.id));
  }

  isSessionReused() { return native.isSessionReused(this.id); }
  getTLSTicket() { return bufferOf(this.told === undefined ? native.ticket(this.id) : native.ticketOf(this.told)); }
  getServername() { return this.named; }

  getALPNNegotiatedProtocol() {
    return this.replaced('getALPNNegotiatedProtocol') ? this.handle.getALPNNegotiatedProtocol() : this.negotiated;
  }

  getProtocol() { return native.protocol(this.id); }
  getFinished() { return bufferOf(native.finished(this.id)); }
  getPeerFinished() { return bufferOf(native.peerFinished(this.id)); }
  getSharedSigalgs() { return native.sharedSignatureAlgorithms(this.id); }
  getPeerCertificate(detailed) { return linked(native.peerCertificates(this.id), detailed); }
  getPeerX509Certificate() { return x509ChainOf(native.sentCertificates(this.id)); }
  getX509Certificate() { return x509Of(native.localCertificate(this.id)); }

  getCertificate() {
    const der = native.localCertificate(this.id);
    return der == null ? undefined : legacyOf(der);
  }

  getCipher() {
    if (this.replaced('getCipher')) return this.handle.getCipher();
    const cipher = native.cipher(this.id);
    return cipher == null ? undefined : { name: cipher[0], standardName: cipher[1], version: cipher[2] };
  }

  getEphemeralKeyInfo() {
    if (this.isServer) return null;
    if (this.replaced('getEphemeralKeyInfo')) return this.handle.getEphemeralKeyInfo();
    const { 0: type, 1: name, 2: size } = native.temporaryKey(this.id) ?? [];
    return type == null ? {} : { type, name: name ?? undefined, size: size ?? undefined };
  }

  exportKeyingMaterial(length, label, context) {
    return bufferOf(native.exportKeyingMaterial(this.id, length, label, context && asBuffer(context)));
  }

  verifyError() {
    if (this.replaced('verifyError')) return this.handle.verifyError();
    const result = this.verifyResult ??= native.verifyResult(this.id) ?? UNABLE_TO_GET_ISSUER;
    if (result === 0) return null;
    const error = new Error(native.verifyText(result) + hintOf(result));
    error.code = codeOf(result);
    return error;
  }
}

// The TLS of a socket. A program may have given it the handle of another one.
function tlsOf(socket) {
  const transport = socket._handle?.transport;
  return transport instanceof TlsHandle ? transport : socket.ssl;
}

module.exports = { TlsHandle, tlsOf };
