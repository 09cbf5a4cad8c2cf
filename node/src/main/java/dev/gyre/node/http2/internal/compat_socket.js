'use strict';

// The socket that requests and responses show: a mixture of their stream and the session's socket.

const { FunctionPrototypeBind, ObjectGetPrototypeOf, Proxy, ReflectHas, SafeSet } = require('internal/primordials');
const { codes: { ERR_HTTP2_NO_SOCKET_MANIPULATION } } = require('internal/errors');
const { kProxySocket, kRequest, kSocket } = require('internal/http2/symbols');

const METHODS_OF_STREAM = new SafeSet(['on', 'once', 'end', 'emit', 'destroy']);
const STATE_OF_STREAM = new SafeSet(['writable', 'destroyed']);
const SET_ON_STREAM = new SafeSet(['writable', 'readable', 'destroyed', 'on', 'once', 'end', 'emit', 'destroy']);
const FORBIDDEN = new SafeSet(['write', 'read', 'pause', 'resume']);

const socketOf = (stream) => (stream.session === undefined ? stream : stream.session[kSocket]);

const handler = {
  __proto__: null,
  has: (stream, name) => ReflectHas(stream, name) || ReflectHas(socketOf(stream), name),
  get(stream, name) {
    if (METHODS_OF_STREAM.has(name)) return FunctionPrototypeBind(stream[name], stream);
    if (STATE_OF_STREAM.has(name)) return stream[name];
    if (name === 'readable') {
      if (stream.destroyed) return false;
      return (stream[kRequest] || stream).readable;
    }
    if (name === 'setTimeout') {
      const target = stream.session ?? stream;
      return FunctionPrototypeBind(target.setTimeout, target);
    }
    if (FORBIDDEN.has(name)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
    const socket = socketOf(stream);
    const value = socket[name];
    return typeof value === 'function' ? FunctionPrototypeBind(value, socket) : value;
  },
  getPrototypeOf: (stream) => ObjectGetPrototypeOf(socketOf(stream)),
  set(stream, name, value) {
    if (FORBIDDEN.has(name)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
    if (SET_ON_STREAM.has(name)) stream[name] = value;
    else if (name === 'setTimeout') (stream.session ?? stream).setTimeout = value;
    else socketOf(stream)[name] = value;
    return true;
  },
};

function compatSocket(stream) {
  if (stream[kProxySocket] === null) stream[kProxySocket] = new Proxy(stream, handler);
  return stream[kProxySocket];
}

module.exports = { compatSocket };
