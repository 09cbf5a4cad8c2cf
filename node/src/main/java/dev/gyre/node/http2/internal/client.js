'use strict';

// The client's side: sessions that begin streams.

const {
  ArrayIsArray, ArrayPrototypePush, ObjectDefineProperty, Promise, StringPrototypeSlice, Symbol, SymbolDispose,
} = require('internal/primordials');
const {
  AbortError,
  codes: {
    ERR_HTTP2_GOAWAY_SESSION, ERR_HTTP2_INVALID_SESSION, ERR_HTTP2_OUT_OF_STREAMS, ERR_HTTP2_STREAM_SELF_DEPENDENCY,
    ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS, ERR_HTTP2_UNSUPPORTED_PROTOCOL, ERR_INVALID_ARG_TYPE,
  },
} = require('internal/errors');
const { AsyncResource } = require('async_hooks');
const { addAbortListener } = require('events');
const net = require('net');
const { URL } = require('internal/url');
const { promisify } = require('util');
const { validateAbortSignal, validateBoolean, validateNumber } = require('internal/validators');
const channels = require('internal/http2/channels');
const { NGHTTP2_SESSION_CLIENT } = require('internal/http2/constants');
const { isPayloadMeaningless, requestOfList, requestOfObject, withoutColon } = require('internal/http2/headers');
const { INVALID_ARGUMENT, NghttpError, STREAM_ID_NOT_AVAILABLE } = require('internal/http2/nghttp_error');
const { Http2Session } = require('internal/http2/session');
const { listener: events } = require('internal/http2/session_events');
const { MAX_CUSTOM, assertIsArray, assertIsObject } = require('internal/http2/settings');
const { Http2Stream } = require('internal/http2/stream');
const {
  kAuthority, kEndpoint, kInit, kOrigin, kProtocol, kRawHeaders, kRequestResource, kSentHeaders, kSession, kState, kStrict, kTouch,
} = require('internal/http2/symbols');

const kPendingRequests = Symbol('pendingRequests');

class ClientHttp2Stream extends Http2Stream {
  constructor(session, end = undefined) {
    super(session, {});
    this[kState].areHeadersSent = true;
    if (end !== undefined) this[kInit](end);
    this.on('headers', onInformation);
  }
}

function onInformation(headers) {
  if (headers[':status'] === 100) this.emit('continue');
}

class ClientHttp2Session extends Http2Session {
  constructor(options, socket) {
    super(NGHTTP2_SESSION_CLIENT, options, socket, events);
    this[kPendingRequests] = null;
  }

  request(given, givenOptions) {
    const failure = this.destroyed ? new ERR_HTTP2_INVALID_SESSION() : this.closed ? new ERR_HTTP2_GOAWAY_SESSION() : undefined;
    this[kTouch]();
    const request = prepare(given, this);
    assertIsObject(givenOptions, 'options');
    const options = { ...givenOptions };
    validatePriority(options);
    if (options.endStream === undefined) options.endStream = isPayloadMeaningless(request.method);
    else validateBoolean(options.endStream, 'options.endStream');

    const stream = new ClientHttp2Stream(this);
    stream[kSentHeaders] = request.headers;
    stream[kRawHeaders] = request.rawHeaders;
    stream[kOrigin] = `${request.scheme}://${request.authority}`;
    const resource = new AsyncResource('PendingRequest');
    stream[kRequestResource] = resource;
    if (options.endStream) stream.end();
    if (options.waitForTrailers) stream[kState].hasTrailers = true;
    if (options.signal) followSignal(stream, options.signal);
    const begin = () => resource.runInAsyncScope(() => {
      if (failure === undefined) start(stream, request, options);
      else stream.destroy(failure);
    });
    if (failure !== undefined) process.nextTick(begin);
    else if (this.connecting) this.#startLater(begin);
    else begin();
    if (channels.clientCreated.hasSubscribers) channels.clientCreated.publish({ stream, headers: stream.sentHeaders });
    return stream;
  }

  #startLater(begin) {
    if (this[kPendingRequests] !== null) {
      ArrayPrototypePush(this[kPendingRequests], begin);
      return;
    }
    this[kPendingRequests] = [begin];
    this.once('connect', () => {
      const pending = this[kPendingRequests];
      for (let i = 0; i < pending.length; i++) pending[i]();
      this[kPendingRequests] = null;
    });
  }
}

function prepare(given, session) {
  const defaults = {
    authority: session[kAuthority],
    scheme: session[kProtocol] === undefined ? undefined : withoutColon(session[kProtocol]),
    isStrict: session[kStrict],
  };
  if (ArrayIsArray(given)) return requestOfList(given, defaults);
  if (given !== undefined && (given === null || typeof given !== 'object')) {
    throw new ERR_INVALID_ARG_TYPE('headers', ['Object', 'Array'], given);
  }
  return requestOfObject(given ?? {}, defaults);
}

let hasWarned = false;

function validatePriority(options) {
  if (options.weight !== undefined && !hasWarned) {
    hasWarned = true;
    process.emitWarning('Priority signaling has been deprecated as of RFC 9113.', 'DeprecationWarning', 'DEP0194');
  }
  if (options.parent === undefined) options.parent = 0;
  else validateNumber(options.parent, 'options.parent', 0);
  if (options.exclusive !== undefined) validateBoolean(options.exclusive, 'options.exclusive');
  if (options.silent !== undefined) validateBoolean(options.silent, 'options.silent');
}

function followSignal(stream, signal) {
  validateAbortSignal(signal, 'options.signal');
  const abort = () => stream.destroy(new AbortError(undefined, { cause: signal.reason }));
  if (signal.aborted) {
    abort();
    return;
  }
  const following = addAbortListener(signal, abort);
  stream.once('close', following[SymbolDispose]);
}

function start(stream, request, options) {
  const session = stream[kSession];
  if (session === undefined || session.destroyed) return;
  if (session.closed) {
    stream.destroy(new ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  const endpoint = session[kEndpoint];
  const isSelf = options.parent !== 0 && options.parent === endpoint.nextStreamId;
  const end = isSelf ? INVALID_ARGUMENT : endpoint.request(request.text, options.endStream, options.waitForTrailers === true);
  if (end === STREAM_ID_NOT_AVAILABLE) stream.destroy(new ERR_HTTP2_OUT_OF_STREAMS());
  else if (end === INVALID_ARGUMENT) stream.destroy(new ERR_HTTP2_STREAM_SELF_DEPENDENCY());
  else if (typeof end === 'number') session.destroy(new NghttpError(end));
  else begin(stream, end, request);
}

function begin(stream, end, request) {
  end.isHead = request.method === 'HEAD';
  end.isConnect = request.method === 'CONNECT';
  stream[kInit](end);
  if (channels.clientStart.hasSubscribers) channels.clientStart.publish({ stream, headers: stream.sentHeaders });
}

// ---- connect

function connect(given, givenOptions, givenListener) {
  const listener = typeof givenOptions === 'function' ? givenOptions : givenListener;
  const asked = typeof givenOptions === 'function' ? undefined : givenOptions;
  assertIsObject(asked, 'options');
  const options = { ...asked };
  if (options.maxOriginSetSize != null) validateNumber(options.maxOriginSetSize, 'options.maxOriginSetSize', 0);
  assertIsArray(options.remoteCustomSettings, 'options.remoteCustomSettings');
  if (options.remoteCustomSettings?.length > MAX_CUSTOM) throw new ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  if (options.strictSingleValueFields === undefined) options.strictSingleValueFields = true;
  else validateBoolean(options.strictSingleValueFields, 'options.strictSingleValueFields');

  const authority = typeof given === 'string' ? new URL(given) : given;
  assertIsObject(authority, 'authority', ['string', 'Object', 'URL']);
  const protocol = authority.protocol || options.protocol || 'https:';
  const port = `${authority.port === '' ? (authority.protocol === 'http:' ? 80 : 443) : authority.port}`;
  const host = hostOf(authority);
  const session = new ClientHttp2Session(options, open(authority, protocol, host, port, options));
  session[kAuthority] = `${options.servername || host}:${port}`;
  session[kProtocol] = protocol;
  ObjectDefineProperty(session, 'maxOriginSetSize', { __proto__: null, value: options.maxOriginSetSize ?? 128 });
  if (typeof listener === 'function') session.once('connect', listener);
  return session;
}

function hostOf(authority) {
  const { hostname } = authority;
  if (hostname) return hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : hostname;
  return authority.host || 'localhost';
}

function open(authority, protocol, host, port, options) {
  if (typeof options.createConnection === 'function') return options.createConnection(authority, options);
  if (protocol === 'http:') return net.connect({ port, host, ...options });
  if (protocol !== 'https:') throw new ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
  const { tlsOptions } = require('internal/http2/server');
  return require('tls').connect(port, host, tlsOptions(options, net.isIP(host) ? undefined : host));
}

ObjectDefineProperty(connect, promisify.custom, {
  __proto__: null,
  value: { connect: (authority, options) => new Promise((resolve, reject) => {
    const session = connect(authority, options, () => {
      session.removeListener('error', reject);
      resolve(session);
    });
    session.once('error', reject);
  }) }.connect,
});

module.exports = { ClientHttp2Session, ClientHttp2Stream, connect };
