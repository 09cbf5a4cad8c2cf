'use strict';

// HTTP over TLS: http's server and client on TLSSockets.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeShift, FunctionPrototypeCall, JSONStringify, ObjectAssign,
  ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, SymbolAsyncDispose, joinLists, removeAt,
} = require('internal/primordials');
const http = require('http');
const tls = require('tls');
const { httpServerPreClose, setupConnectionsTracking, storeHTTPOptions } = require('_http_server');
const { ClientRequest } = require('internal/http/client');
const { URL, isURL } = require('internal/url');
const { urlToHttpOptions } = require('url');
const { isArrayBufferView } = require('util/types');
const { kEmptyObject, promisify } = require('internal/util');
const { validateObject } = require('internal/validators');

const MAX_CACHED_SESSIONS = 100;

// ---- servers

function Server(options, onRequest) {
  if (!(this instanceof Server)) return new Server(options, onRequest);
  if (typeof options === 'function') {
    onRequest = options;
    options = kEmptyObject;
  } else if (options == null) {
    options = kEmptyObject;
  } else {
    validateObject(options, 'options');
  }
  const own = { __proto__: null, ...options };
  own.ALPNProtocols ??= options.ALPNCallback ? undefined : ['http/1.1'];
  FunctionPrototypeCall(storeHTTPOptions, this, own);
  own.noDelay ??= true;
  FunctionPrototypeCall(tls.Server, this, own);
  this.httpAllowHalfOpen = false;
  if (onRequest) this.addListener('request', onRequest);
  setupConnectionsTracking(this, own, 'secureConnection');
  this.addListener('tlsClientError', function onTlsClientError(error, connection) {
    if (!this.emit('clientError', error, connection)) connection.destroy(error);
  });
}
ObjectSetPrototypeOf(Server.prototype, tls.Server.prototype);
ObjectSetPrototypeOf(Server, tls.Server);

for (let i = 0, names = ['closeAllConnections', 'closeIdleConnections', 'setTimeout', 'forget']; i < names.length; i++) {
  Server.prototype[names[i]] = http.Server.prototype[names[i]];
}

Server.prototype.close = function close(...args) {
  httpServerPreClose(this);
  ReflectApply(tls.Server.prototype.close, this, args);
  return this;
};

Server.prototype[SymbolAsyncDispose] = async function asyncDispose() {
  await FunctionPrototypeCall(promisify(this.close), this);
};

function createServer(options, onRequest) {
  return new Server(options, onRequest);
}

// ---- agents

function createConnection(...args) {
  let options;
  if (args[0] !== null && typeof args[0] === 'object') options = { ...args[0] };
  else if (args[1] !== null && typeof args[1] === 'object') options = { ...args[1] };
  else options = args[2] === null || typeof args[2] !== 'object' ? {} : { ...args[2] };
  if (typeof args[0] === 'number') options.port = args[0];
  if (typeof args[1] === 'string') options.host = args[1];
  const { _agentKey: key } = options;
  if (key) {
    const session = this._getSession(key);
    if (session) options = { session, ...options };
  }
  const socket = tls.connect(options);
  if (!key) return socket;
  socket.on('session', (session) => this._cacheSession(key, session));
  socket.once('close', (hadError) => { if (hadError) this._evictSession(key); });
  return socket;
}

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  options = { __proto__: null, ...options };
  options.defaultPort ??= 443;
  options.protocol ??= 'https:';
  FunctionPrototypeCall(http.Agent, this, options);
  this.maxCachedSessions = this.options.maxCachedSessions;
  if (this.maxCachedSessions === undefined) this.maxCachedSessions = MAX_CACHED_SESSIONS;
  this._sessionCache = { map: {}, list: [] };
}
ObjectSetPrototypeOf(Agent.prototype, http.Agent.prototype);
ObjectSetPrototypeOf(Agent, http.Agent);
Agent.prototype.createConnection = createConnection;

// Options that make a connection another one; the order is part of the name.
const NAMED = [
  'ca', 'cert', 'clientCertEngine', 'ciphers', 'key', 'pfx', 'rejectUnauthorized', 'servername', 'minVersion', 'maxVersion',
  'secureProtocol', 'crl', 'honorCipherOrder', 'ecdhCurve', 'dhparam', 'secureOptions', 'sessionIdContext', 'sigalgs',
  'privateKeyIdentifier', 'privateKeyEngine',
];

Agent.prototype.getName = function getName(options = kEmptyObject) {
  let name = FunctionPrototypeCall(http.Agent.prototype.getName, this, options);
  for (let i = 0; i < NAMED.length; i++) {
    const option = NAMED[i];
    const value = options[option];
    name += ':';
    switch (option) {
      case 'rejectUnauthorized':
      case 'honorCipherOrder':
      case 'secureOptions':
        if (value !== undefined) name += value;
        break;
      case 'servername':
        if (value && value !== options.host) name += value;
        break;
      case 'pfx':
      case 'key':
        if (value) name += typeof value === 'object' && !isArrayBufferView(value) ? JSONStringify(value) : value;
        break;
      case 'sigalgs':
        if (value) name += JSONStringify(value);
        break;
      default:
        if (value) name += value;
    }
  }
  return name;
};

Agent.prototype._getSession = function _getSession(key) {
  return this._sessionCache.map[key];
};

Agent.prototype._cacheSession = function _cacheSession(key, session) {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key]) {
    map[key] = session;
    return;
  }
  if (list.length >= this.maxCachedSessions) delete map[ArrayPrototypeShift(list)];
  ArrayPrototypePush(list, key);
  map[key] = session;
};

Agent.prototype._evictSession = function _evictSession(key) {
  const { map, list } = this._sessionCache;
  const index = ArrayPrototypeIndexOf(list, key);
  if (index === -1) return;
  removeAt(list, index);
  delete map[key];
};

// ---- requests

// (url, options, callback), (url, callback), (options, callback)
function request(...args) {
  const { 0: first } = args;
  let options = {};
  if (typeof first === 'string' || isURL(first)) {
    options = urlToHttpOptions(typeof first === 'string' ? new URL(first) : first);
    ArrayPrototypeShift(args);
  }
  if (args[0] && typeof args[0] !== 'function') ObjectAssign(options, ArrayPrototypeShift(args));
  options._defaultAgent = module.exports.globalAgent;
  return ReflectConstruct(ClientRequest, joinLists([options], args));
}

function get(input, options, callback) {
  const req = request(input, options, callback);
  req.end();
  return req;
}

module.exports = {
  Agent,
  globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }),
  Server,
  createServer,
  get,
  request,
};
