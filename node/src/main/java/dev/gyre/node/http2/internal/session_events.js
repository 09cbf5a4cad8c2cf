'use strict';

// What sessions do when their endpoint tells them of something: the listener of Endpoint.

const {
  FunctionPrototypeCall, ReflectApply, SafeWeakSet, SetPrototypeAdd, SetPrototypeDelete,
} = require('internal/primordials');
const { codes: { ERR_HTTP2_SESSION_ERROR, ERR_HTTP2_TOO_MANY_ORIGINS } } = require('internal/errors');
const { setImmediate } = require('timers');
const { bufferOfLatin1 } = require('internal/http2/bytes');
const channels = require('internal/http2/channels');
const { NGHTTP2_NO_ERROR } = require('internal/http2/constants');
const { NghttpError } = require('internal/http2/nghttp_error');
const { originsOf } = require('internal/http2/origin_set');
const { endReading, onStreamClose, onStreamData, onStreamEnd, onWantTrailers } = require('internal/http2/stream');
const { kEndpoint, kMaybeDestroy, kOrigin, kRequestResource, kState, kTouch } = require('internal/http2/symbols');

const REFUSED_STREAM = 7;
const RESPONSE = 1;
const PUSH_RESPONSE = 2;
const END_STREAM = 1;
const END_HEADERS = 4;

const emit = (emitter, ...args) => ReflectApply(emitter.emit, emitter, args);

function publish(channel, message) {
  if (channel.hasSubscribers) channel.publish(message);
}

function onHeaders(session, end, category, isEnd, list, headers) {
  if (session.destroyed) return;
  session[kTouch]();
  const flags = END_HEADERS | (isEnd ? END_STREAM : 0);
  if (end.owner === undefined) onNewStream(session, end, isEnd, headers, flags, list);
  else onMoreHeaders(session, end.owner, category, isEnd, headers, flags, list);
}

function onNewStream(session, end, isEnd, headers, flags, list) {
  if (session.closed) {
    end.rstStream(REFUSED_STREAM);
    end.destroy();
    return;
  }
  const isServer = end.endpoint.isServer;
  const stream = isServer ? newServerStream(session, end, headers) : newClientStream(session, end);
  publish(isServer ? channels.serverCreated : channels.clientCreated, { stream, headers });
  publish(isServer ? channels.serverStart : channels.clientStart, { stream, headers });
  if (isEnd) endReading(stream);
  if (!isServer) {
    stream.end();
  } else if (headers[':method'] === 'HEAD') {
    stream.end();
    stream[kState].isHeadRequest = true;
  }
  if (isEnd) stream[kState].endAfterHeaders = true;
  process.nextTick(emitStream, session, stream, headers, flags, list);
}

const ended = new SafeWeakSet(); // sessions that a handler of 'stream' has closed or destroyed

// Streams of one chunk come one after the other. Where the program ends the session at the first, there are no more: in Node
// the next is read only then.
function emitStream(session, stream, headers, flags, list) {
  if (ended.has(session)) {
    stream.on('error', () => {}); // nobody knows the stream
    if (!stream.destroyed) stream.close(REFUSED_STREAM);
    return;
  }
  const wasOpen = !session.closed && !session.destroyed;
  emit(session, 'stream', stream, headers, flags, list);
  if (wasOpen && (session.closed || session.destroyed)) ended.add(session);
}

function newServerStream(session, end, headers) {
  const { ServerHttp2Stream } = require('internal/http2/server_stream');
  return new ServerHttp2Stream(session, end, headers);
}

function newClientStream(session, end) {
  const { ClientHttp2Stream } = require('internal/http2/client');
  return new ClientHttp2Stream(session, end);
}

function eventOf(category, status, isEnd) {
  if (category === RESPONSE) return !isEnd && status >= 100 && status < 200 ? 'headers' : 'response';
  if (category === PUSH_RESPONSE) return 'push';
  if (status !== undefined && status >= 200) return 'response';
  return isEnd ? 'trailers' : 'headers';
}

function onMoreHeaders(session, stream, category, isEnd, headers, flags, list) {
  const status = headers[':status'];
  const event = eventOf(category, status, isEnd);
  if (status === 421) SetPrototypeDelete(originsOf(session), stream[kOrigin]);
  const resource = stream[kRequestResource];
  if (resource === undefined) process.nextTick(emit, stream, event, headers, flags, list);
  else resource.runInAsyncScope(process.nextTick, null, emit, stream, event, headers, flags, list);
  if (event === 'response' || event === 'push') publish(channels.clientFinish, { stream, headers, flags });
  if (isEnd) endReading(stream);
}

function onGoaway(session, code, lastStreamId, debug) {
  if (session.destroyed) return;
  const state = session[kState];
  state.goawayCode = code;
  state.goawayLastStreamId = lastStreamId;
  session.emit('goaway', code, lastStreamId, debug);
  if (code === NGHTTP2_NO_ERROR) session.close();
  else session.destroy(new ERR_HTTP2_SESSION_ERROR(code), NGHTTP2_NO_ERROR);
}

function onFrameError(session, id, type, code) {
  if (session.destroyed) return;
  const stream = session[kState].streams.lookUp(id);
  const emitter = stream ?? session;
  emitter[kTouch]();
  emitter.emit('frameError', type, code, id);
  setImmediate(() => {
    stream?.close(code);
    session.close();
  });
}

function onOrigin(session, origins) {
  if (session.destroyed) return;
  session[kTouch]();
  if (!session.encrypted) return;
  const set = originsOf(session);
  for (let i = 0; i < origins.length; i++) {
    if (set.size >= session.maxOriginSetSize) {
      session.destroy(new ERR_HTTP2_TOO_MANY_ORIGINS(session.maxOriginSetSize));
      return;
    }
    SetPrototypeAdd(set, origins[i]);
  }
  session.emit('origin', origins);
}

const listener = {
  headers: onHeaders,
  data: onStreamData,
  end: onStreamEnd,
  wantTrailers: onWantTrailers,
  streamClose: onStreamClose,
  goaway: onGoaway,
  frameError: onFrameError,
  origin: onOrigin,
  error(session, number, code = undefined) {
    if (!session.destroyed) session.destroy(new NghttpError(number, code));
  },
  settings(session) {
    if (session.destroyed) return;
    session[kTouch]();
    endpointChanged(session);
    if (session.listenerCount('remoteSettings') > 0) session.emit('remoteSettings', session.remoteSettings);
  },
  ping(session, text) {
    if (session.destroyed || session.listenerCount('ping') === 0) return;
    session[kTouch]();
    session.emit('ping', bufferOfLatin1(text));
  },
  priority(session, id, parent, weight, isExclusive) {
    if (session.destroyed) return;
    const emitter = session[kState].streams.lookUp(id) ?? session;
    if (emitter.destroyed) return;
    emitter[kTouch]();
    emitter.emit('priority', id, parent, weight, isExclusive);
  },
  altsvc(session, stream, origin, value) {
    if (session.destroyed || session.listenerCount('altsvc') === 0) return;
    session[kTouch]();
    session.emit('altsvc', value, origin, stream);
  },
  gracefulEnd(session) { FunctionPrototypeCall(session[kMaybeDestroy], session, null); },
};

function endpointChanged(session) {
  const endpoint = session[kEndpoint];
  endpoint.remoteShown = undefined;
  if (endpoint.remoteCustom !== undefined) endpoint.receivedCustom = { ...endpoint.remoteCustom };
}

module.exports = { listener };
