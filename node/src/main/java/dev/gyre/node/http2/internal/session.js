'use strict';

// Http2Session: what programs see of a connection. The protocol itself is in the endpoint, which exists once the socket is
// connected; what is asked for before waits for that.

const {
  ArrayFrom, FunctionPrototypeBind, ObjectDefineProperty, ObjectGetPrototypeOf, Proxy, ReflectApply, SafeSet,
  SetPrototypeDelete, Symbol,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP2_INVALID_SESSION, ERR_HTTP2_MAX_PENDING_SETTINGS_ACK, ERR_HTTP2_NO_SOCKET_MANIPULATION, ERR_HTTP2_PING_CANCEL,
    ERR_HTTP2_PING_LENGTH, ERR_HTTP2_SESSION_ERROR, ERR_HTTP2_SETTINGS_CANCEL, ERR_HTTP2_SOCKET_BOUND, ERR_HTTP2_SOCKET_UNBOUND,
    ERR_HTTP2_STREAM_CANCEL, ERR_OUT_OF_RANGE, ERR_SOCKET_CLOSED,
  },
} = require('internal/errors');
const { AsyncResource } = require('async_hooks');
const EventEmitter = require('events');
const { setImmediate } = require('timers');
const { validateBuffer, validateFunction, validateInt32, validateNumber } = require('internal/validators');
const { format } = require('internal/util/inspect');
const timeouts = require('internal/net/timeouts');
const constants = require('internal/http2/constants');
const { Endpoint } = require('internal/http2/endpoint');
const { originsOf } = require('internal/http2/origin_set');
const { assertIsObject, normalized, shown, validateSettings } = require('internal/http2/settings');
const { onTimeout } = require('internal/http2/stream');
const { StreamTable } = require('internal/http2/stream_table');
const {
  kBoundSession, kEndpoint, kMaybeDestroy, kOptions, kProxySocket, kServer, kSessions, kSocket, kState, kStrict, kTouch, kType,
} = require('internal/http2/symbols');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR, NGHTTP2_SESSION_SERVER } = constants;
const MAX_STREAMS = 2 ** 32 - 1;

class SessionState {
  isReady = false;
  isClosed = false;
  isDestroyed = false;
  destroyCode = NGHTTP2_NO_ERROR;
  goawayCode = null;
  goawayLastStreamId = null;
  streams = new StreamTable();
  pendingStreams = new SafeSet();
  pendingAcks = 0;
  queuedBytes = 0;
  originSet = undefined;
  encrypted = undefined;
  alpnProtocol = undefined;
}

class Http2Session extends EventEmitter {
  constructor(type, options, socket, listener) {
    super();
    if (socket[kBoundSession] !== undefined) throw new ERR_HTTP2_SOCKET_BOUND();
    socket[kBoundSession] = this;
    socket.on('error', onSocketError);
    socket.on('close', onSocketClose);
    this[kState] = new SessionState();
    this[kType] = type;
    this[kOptions] = options;
    this[kProxySocket] = null;
    this[kSocket] = socket;
    this[kEndpoint] = undefined;
    this[kStrict] = options.strictSingleValueFields;
    timeouts.begin(this);
    if (typeof socket.setNoDelay === 'function') socket.setNoDelay();
    if (typeof socket.disableRenegotiation === 'function') socket.disableRenegotiation();
    if (!socket.connecting && !socket.secureConnecting) {
      setUp(this, socket, options, listener);
      return;
    }
    socket.once(socket.encrypted ? 'secureConnect' : 'connect', () => {
      try {
        setUp(this, socket, options, listener);
      } catch (error) {
        socket.destroy(error);
      }
    });
  }

  get encrypted() { return this[kState].encrypted; }
  get alpnProtocol() { return this[kState].alpnProtocol; }
  get originSet() { return !this.encrypted || this.destroyed ? undefined : ArrayFrom(originsOf(this)); }
  get connecting() { return !this[kState].isReady; }
  get closed() { return this[kState].isClosed; }
  get destroyed() { return this[kState].isDestroyed; }
  get type() { return this[kType]; }
  get goawayCode() { return this[kState].goawayCode || NGHTTP2_NO_ERROR; }
  get goawayLastStreamID() { return this[kState].goawayLastStreamId || 0; }
  get pendingSettingsAck() { return this[kState].pendingAcks > 0; }
  get state() { return this.connecting || this.destroyed ? {} : this[kEndpoint].state; }

  get localSettings() {
    if (this.destroyed || this.connecting) return {};
    const endpoint = this[kEndpoint];
    if (endpoint.localShown === undefined) endpoint.localShown = shown(endpoint.localSettings, endpoint.localSettings.customSettings);
    return endpoint.localShown;
  }

  get remoteSettings() {
    if (this.destroyed || this.connecting) return {};
    const endpoint = this[kEndpoint];
    if (endpoint.remoteShown === undefined) endpoint.remoteShown = shown(endpoint.remoteSettings, endpoint.receivedCustom);
    return endpoint.remoteShown;
  }

  get socket() {
    const proxy = this[kProxySocket];
    return proxy === null ? this[kProxySocket] = new Proxy(this, socketHandler) : proxy;
  }

  [kTouch]() {
    if (!this.destroyed) timeouts.touch(this);
  }

  setNextStreamID(id) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, 'id');
    if (id <= 0 || id > MAX_STREAMS) throw new ERR_OUT_OF_RANGE('id', `> 0 and <= ${MAX_STREAMS}`, id);
    const endpoint = this[kEndpoint];
    if (id >= endpoint.nextStreamId && endpoint.isLocal(id)) endpoint.nextStreamId = id;
  }

  setLocalWindowSize(windowSize) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateInt32(windowSize, 'windowSize', 0);
    this[kEndpoint].setLocalWindowSize(windowSize);
  }

  ping(payload, callback) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    let bytes = payload;
    let done = callback;
    if (typeof bytes === 'function') {
      done = bytes;
      bytes = undefined;
    }
    if (bytes) {
      validateBuffer(bytes, 'payload');
      if (bytes.byteLength !== 8) throw new ERR_HTTP2_PING_LENGTH();
    }
    validateFunction(done, 'callback');
    const told = (isAck, duration, answer) => (isAck ? done(null, duration, answer) : done(new ERR_HTTP2_PING_CANCEL()));
    const resource = new AsyncResource('HTTP2PING', { requireManualDestroy: true });
    const called = (isAck, duration, answer) => {
      resource.runInAsyncScope(told, undefined, isAck, duration, answer);
      resource.emitDestroy();
    };
    if (this.connecting || this.closed) {
      process.nextTick(called, false, 0.0, bytes);
      return undefined;
    }
    if (this[kEndpoint].ping(bytes, called)) return true;
    called(false, 0.0, bytes);
    return false;
  }

  [kInspect](depth) {
    if (typeof depth === 'number' && depth < 0) return this;
    return `Http2Session ${format({
      type: this[kType],
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      localSettings: this.localSettings,
      remoteSettings: this.remoteSettings,
    })}`;
  }

  settings(settings, callback) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    assertIsObject(settings, 'settings');
    validateSettings(settings);
    if (callback) validateFunction(callback, 'callback');
    this[kState].pendingAcks++;
    const copy = { ...settings };
    if (this.connecting) this.once('connect', () => submitSettings(this, copy, callback));
    else submitSettings(this, copy, callback);
  }

  goaway(code = NGHTTP2_NO_ERROR, lastStreamID = 0, opaqueData = undefined) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined) validateBuffer(opaqueData, 'opaqueData');
    validateNumber(code, 'code');
    validateNumber(lastStreamID, 'lastStreamID');
    const submit = () => {
      if (this.destroyed) return;
      this[kTouch]();
      this[kEndpoint].goaway(code, lastStreamID, opaqueData);
    };
    if (this.connecting) this.once('connect', submit);
    else submit();
  }

  destroy(given = NGHTTP2_NO_ERROR, givenCode = undefined) {
    if (this.destroyed) return;
    let error = given;
    let code = givenCode;
    if (typeof error === 'number') {
      code = error;
      error = code === NGHTTP2_NO_ERROR ? undefined : new ERR_HTTP2_SESSION_ERROR(code);
    }
    if (code === undefined && error != null) code = NGHTTP2_INTERNAL_ERROR;
    closeSession(this, code, error);
  }

  close(callback) {
    if (this.closed || this.destroyed) return;
    this[kState].isClosed = true;
    if (typeof callback === 'function') this.once('close', callback);
    this.goaway();
    if (this[kEndpoint] !== undefined) this[kEndpoint].isGraceful = true;
    this[kMaybeDestroy]();
  }

  [EventEmitter.captureRejectionSymbol](error, event, ...args) {
    if (event === 'stream') args[0].destroy(error);
    else this.destroy(error);
  }

  // Destroys the session for an error, or when it is closed and nothing is left to do.
  [kMaybeDestroy](error = undefined) {
    if (error == null) {
      const state = this[kState];
      const isBusy = this[kEndpoint]?.hasPendingData === true;
      if (!this.closed || state.streams.size > 0 || state.pendingStreams.size > 0 || isBusy) return;
    }
    this.destroy(error);
  }

  _onTimeout() { onTimeout(this, this); }
  ref() { this[kSocket]?.ref(); }
  unref() { this[kSocket]?.unref(); }
}

ObjectDefineProperty(Http2Session.prototype, 'setTimeout', {
  __proto__: null, configurable: true, enumerable: true, writable: true, value: timeouts.setStreamTimeout,
});

function setUp(session, socket, options, listener) {
  if (session.destroyed) {
    process.nextTick(() => session.emit('connect', session, socket));
    return;
  }
  const state = session[kState];
  state.isReady = true;
  const endpoint = new Endpoint(socket, session[kType] === NGHTTP2_SESSION_SERVER, options, listener, session);
  session[kEndpoint] = endpoint;
  endpoint.isGraceful = state.isClosed;
  if (options.remoteCustomSettings !== undefined) {
    endpoint.remoteCustom = { __proto__: null };
    for (let i = 0; i < options.remoteCustomSettings.length; i++) endpoint.remoteCustom[options.remoteCustomSettings[i]] = 0;
  }
  state.encrypted = socket.encrypted === true;
  state.alpnProtocol = state.encrypted ? socket.alpnProtocol : 'h2c';
  session.settings(typeof options.settings === 'object' ? options.settings : {});
  if (options.origins !== undefined && endpoint.isServer) ReflectApply(session.origin, session, options.origins);
  // Listeners may be added in this tick.
  process.nextTick(() => {
    if (session.destroyed) return;
    socket.on('data', (chunk) => endpoint.receive(chunk));
  });
  process.nextTick(() => session.emit('connect', session, socket));
}

function submitSettings(session, settings, callback) {
  if (session.destroyed) return;
  session[kTouch]();
  const acknowledged = (isAck, duration) => {
    session[kState].pendingAcks--;
    session[kEndpoint].localShown = undefined;
    if (!isAck) {
      callback?.(new ERR_HTTP2_SETTINGS_CANCEL());
      return;
    }
    const { localSettings } = session;
    if (typeof callback === 'function') callback(null, localSettings, duration);
    session.emit('localSettings', localSettings);
  };
  if (!session[kEndpoint].settings(normalized(settings), acknowledged)) session.destroy(new ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
}

// ---- the end

function closeSession(session, code, error) {
  const state = session[kState];
  state.isDestroyed = true;
  state.destroyCode = code;
  session.setTimeout(0);
  timeouts.stop(session);
  session.removeAllListeners('timeout');
  const socket = session[kSocket];
  const endpoint = session[kEndpoint];
  if (state.pendingStreams.size > 0 || state.streams.size > 0) {
    const canceled = new ERR_HTTP2_STREAM_CANCEL(error);
    state.pendingStreams.forEach((stream) => stream.destroy(canceled));
    state.streams.each((stream) => stream.destroy(error));
  }
  if (endpoint === undefined) finishClose(session, error);
  else endpoint.destroy(code, socket.destroyed, () => finishClose(session, error));
}

function finishClose(session, error) {
  const socket = session[kSocket];
  session[kProxySocket] = undefined;
  session[kSocket] = undefined;
  if (session[kServer] !== undefined) SetPrototypeDelete(session[kServer][kSessions], session);
  if (socket) {
    socket[kBoundSession] = undefined;
    socket[kServer] = undefined;
  }
  if (!socket || socket.destroyed) {
    process.nextTick(emitClose, session, error);
    return;
  }
  socket.on('close', () => emitClose(session, error));
  if (session.closed) socket.resume(); // to see that the other side closes
  socket.end(() => {
    if (!session.closed) setImmediate(() => socket.destroy(error));
  });
}

function emitClose(session, error) {
  if (error) session.emit('error', error);
  session.emit('close');
}

function onSocketError(error) {
  const session = this[kBoundSession];
  if (session === undefined) return;
  if (error.code === 'EPIPE' && error.syscall === 'write') return; // the other side has gone; as in Node, that is no error
  if (error.code === 'ECONNRESET' && session[kState].goawayCode !== null) session.destroy();
  else session.destroy(error);
}

function onSocketClose() {
  const session = this[kBoundSession];
  if (session === undefined) return;
  const error = session.connecting ? new ERR_SOCKET_CLOSED() : null;
  const state = session[kState];
  state.streams.each((stream) => stream.close(NGHTTP2_CANCEL));
  state.pendingStreams.forEach((stream) => stream.close(NGHTTP2_CANCEL));
  session.close();
  if (!session.destroyed) closeSession(session, NGHTTP2_NO_ERROR, error);
}

// ---- session.socket: the socket, without what would disturb the protocol

const OF_SESSION = new SafeSet(['setTimeout', 'ref', 'unref', 'destroy']);
const FORBIDDEN = new SafeSet(['emit', 'end', 'pause', 'read', 'resume', 'write', 'setEncoding', 'setKeepAlive', 'setNoDelay']);

function socketOf(session) {
  const socket = session[kSocket];
  if (socket === undefined) throw new ERR_HTTP2_SOCKET_UNBOUND();
  return socket;
}

const socketHandler = {
  __proto__: null,
  get(session, name) {
    if (OF_SESSION.has(name)) return FunctionPrototypeBind(session[name], session);
    if (FORBIDDEN.has(name)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
    const socket = socketOf(session);
    const value = socket[name];
    return typeof value === 'function' ? FunctionPrototypeBind(value, socket) : value;
  },
  getPrototypeOf: (session) => ObjectGetPrototypeOf(socketOf(session)),
  set(session, name, value) {
    if (OF_SESSION.has(name)) {
      session[name] = value;
      return true;
    }
    if (FORBIDDEN.has(name)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
    socketOf(session)[name] = value;
    return true;
  },
};

module.exports = { Http2Session };
