'use strict';

// With --experimental-network-inspection, clients of the debugging protocol hear of the requests that the program makes by http,
// https, http2 and fetch, and of its WebSockets. The events are made of diagnostics channels. A request that began while no
// client wanted them has no number, and nothing is told of it later.

const {
  ArrayIsArray, ArrayPrototypeJoin, ArrayPrototypePush, DateNow, FunctionPrototypeCall, ObjectKeys, String, StringPrototypeStartsWith,
  StringPrototypeToLowerCase, Symbol, SymbolFor,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { subscribe } = require('diagnostics_channel');
const EventEmitter = require('events');
const { performance } = require('perf_hooks');
const { MIMEParams, MIMEType } = require('util');

const { concat } = Buffer;
const { get: paramOf } = MIMEParams.prototype;

const kRequestId = Symbol('inspectorRequestId');
const kUrl = Symbol('inspectorUrl');

const kHasBody = SymbolFor('gyre.hasBody');
const NO_ERROR = 0;

let lastId = 0;
let events;

const tell = (name, params) => events.emit('Network', name, params);
const timestamp = () => performance.now() / 1000;

// Gives a request its number; undefined if nobody wants to hear of it.
function begin(request) {
  if (!events.isWanted('Network')) return undefined;
  request[kRequestId] = `node-network-event-${++lastId}`;
  return request[kRequestId];
}

function typeOf(contentType) {
  try {
    const type = new MIMEType(contentType);
    const charset = FunctionPrototypeCall(paramOf, type.params, 'charset') ?? '';
    return { mimeType: StringPrototypeToLowerCase(type.essence), charset: StringPrototypeToLowerCase(charset) };
  } catch {
    return { mimeType: '', charset: '' };
  }
}

// How values of a header with this name are joined for clients.
const separatorOf = (name) => (name === 'cookie' ? '; ' : name === 'set-cookie' ? '\n' : ', ');

// An object of headers with texts only, and what the content type says.
function described(headers) {
  const texts = {};
  let found = { mimeType: undefined, charset: undefined };
  for (let i = 0, names = ObjectKeys(headers); i < names.length; i++) {
    const value = headers[names[i]];
    const name = StringPrototypeToLowerCase(names[i]);
    if (name === 'content-type') found = typeOf(value);
    texts[names[i]] = ArrayIsArray(value) ? ArrayPrototypeJoin(value, separatorOf(name)) : String(value);
  }
  return { texts, ...found };
}

function received(requestId, chunk) {
  const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  tell('dataReceived', {
    requestId, timestamp: timestamp(), dataLength: data.byteLength, encodedDataLength: data.byteLength, data,
  });
}

function failed(request, error, type) {
  const requestId = request[kRequestId];
  if (requestId !== undefined) tell('loadingFailed', { requestId, timestamp: timestamp(), type, errorText: error.message });
}

function finished(request) {
  const requestId = request[kRequestId];
  if (requestId !== undefined) tell('loadingFinished', { requestId, timestamp: timestamp() });
}

// Listens to data without making the stream flow.
function listen(stream, event, listener) {
  FunctionPrototypeCall(EventEmitter.prototype.on, stream, event, listener);
}

// ---- http and https

function urlOf(request, host) {
  const { path, protocol } = request;
  const isWhole = typeof path === 'string' && (StringPrototypeStartsWith(path, 'http://') || StringPrototypeStartsWith(path, 'https://'));
  return isWhole ? path : `${protocol}//${host}${path}`;
}

const http = {
  __proto__: null,
  'http.client.request.created': ({ request }) => {
    const requestId = begin(request);
    if (requestId === undefined) return;
    const headers = request.getHeaders();
    const { texts, charset } = described(headers);
    const url = request[kUrl] = urlOf(request, headers.host);
    tell('requestWillBeSent', {
      requestId, timestamp: timestamp(), wallTime: DateNow(), charset, request: { url, method: request.method, headers: texts },
    });
  },
  'http.client.request.error': ({ request, error }) => failed(request, error, 'Other'),
  'http.client.response.finish': ({ request, response }) => {
    const requestId = request[kRequestId];
    if (requestId === undefined) return;
    const { texts, charset, mimeType } = described(response.headers);
    tell('responseReceived', {
      requestId,
      timestamp: timestamp(),
      type: 'Other',
      response: {
        url: request[kUrl], status: response.statusCode, statusText: response.statusMessage ?? '', headers: texts, mimeType, charset,
      },
    });
    listen(response, 'data', (chunk) => received(requestId, chunk));
    response.once('end', () => finished(request));
  },
};

// ---- http2

function bytesOf(data, encoding, isList) {
  if (!isList) return typeof data === 'string' ? Buffer.from(data, encoding) : data;
  const parts = [];
  for (let i = 0; i < data.length; i++) {
    const { chunk = data[i], encoding: own } = data[i]; // a list without texts is one of bytes
    ArrayPrototypePush(parts, typeof chunk === 'string' ? Buffer.from(chunk, own) : chunk);
  }
  return FunctionPrototypeCall(concat, Buffer, parts);
}

const http2 = {
  __proto__: null,
  'http2.client.stream.created': ({ stream, headers }) => {
    const requestId = begin(stream);
    if (requestId === undefined) return;
    const { texts, charset } = described(headers);
    const url = stream[kUrl] = `${headers[':scheme']}://${headers[':authority']}${headers[':path']}`;
    tell('requestWillBeSent', {
      requestId,
      timestamp: timestamp(),
      wallTime: DateNow(),
      charset,
      request: { url, method: headers[':method'], headers: texts, hasPostData: !stream.writableEnded },
    });
  },
  'http2.client.stream.error': ({ stream, error }) => failed(stream, error, 'Other'),
  'http2.client.stream.bodyChunkSent': ({ stream, writev, data, encoding }) => {
    const requestId = stream[kRequestId];
    if (requestId === undefined) return;
    const bytes = bytesOf(data, encoding, writev);
    tell('dataSent', { requestId, timestamp: timestamp(), dataLength: bytes.byteLength, data: bytes });
  },
  'http2.client.stream.bodySent': ({ stream }) => {
    const requestId = stream[kRequestId];
    if (requestId !== undefined) tell('dataSent', { requestId, finished: true });
  },
  'http2.client.stream.finish': ({ stream, headers }) => {
    const requestId = stream[kRequestId];
    if (requestId === undefined) return;
    const { texts, charset, mimeType } = described(headers);
    tell('responseReceived', {
      requestId,
      timestamp: timestamp(),
      type: 'Other',
      response: { url: stream[kUrl], status: headers[':status'], statusText: '', headers: texts, mimeType, charset },
    });
    listen(stream, 'data', (chunk) => received(requestId, chunk));
  },
  'http2.client.stream.close': ({ stream }) => {
    if (stream.rstCode === NO_ERROR) finished(stream);
  },
};

// ---- fetch and WebSocket

// A list of names and values, as texts or bytes.
function describedList(list) {
  const all = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = `${list[i]}`;
    if (all[name] === undefined) all[name] = [];
    ArrayPrototypePush(all[name], `${list[i + 1]}`);
  }
  return described(all);
}

const fetch = {
  '__proto__': null,
  'undici:request:create': ({ request }) => {
    const requestId = begin(request);
    if (requestId === undefined) return;
    const { texts, charset } = describedList(request.headers);
    tell('requestWillBeSent', {
      requestId,
      timestamp: timestamp(),
      wallTime: DateNow(),
      charset,
      request: { url: `${request.origin}${request.path}`, method: request.method, headers: texts, hasPostData: request.body != null || request[kHasBody] === true },
    });
  },
  'undici:request:error': ({ request, error }) => failed(request, error, 'Fetch'),
  'undici:request:headers': ({ request, response }) => {
    const requestId = request[kRequestId];
    if (requestId === undefined) return;
    const { texts, charset, mimeType } = describedList(response.headers);
    tell('responseReceived', {
      requestId,
      timestamp: timestamp(),
      type: 'Fetch',
      response: {
        url: `${request.origin}${request.path}`, status: response.statusCode, statusText: response.statusText, headers: texts, mimeType,
        charset,
      },
    });
  },
  'undici:request:trailers': ({ request }) => finished(request),
  'undici:request:bodyChunkSent': ({ request, chunk }) => {
    const requestId = request[kRequestId];
    if (requestId === undefined) return;
    const data = Buffer.from(chunk);
    tell('dataSent', { requestId, timestamp: timestamp(), dataLength: data.byteLength, data });
  },
  'undici:request:bodySent': ({ request }) => {
    const requestId = request[kRequestId];
    if (requestId !== undefined) tell('dataSent', { requestId, finished: true });
  },
  'undici:request:bodyChunkReceived': ({ request, chunk }) => {
    const requestId = request[kRequestId];
    if (requestId !== undefined) received(requestId, chunk);
  },
  'undici:websocket:open': ({ websocket, handshakeResponse }) => {
    const requestId = begin(websocket);
    if (requestId === undefined) return;
    tell('webSocketCreated', { requestId, url: `${websocket.url}` });
    tell('webSocketHandshakeResponseReceived', { requestId, timestamp: timestamp(), response: handshakeResponse });
  },
  'undici:websocket:close': ({ websocket }) => {
    const requestId = websocket[kRequestId];
    if (requestId !== undefined) tell('webSocketClosed', { requestId, timestamp: timestamp() });
  },
};

function start() {
  events = require('internal/inspector/protocol_events');
  for (let i = 0, all = [http, http2, fetch]; i < all.length; i++) {
    for (let j = 0, names = ObjectKeys(all[i]); j < names.length; j++) subscribe(names[j], all[i][names[j]]);
  }
}

module.exports = { start };
