'use strict';

// HTTP over TLS: http's server and client on TLSSockets.

const {
  ArrayIsArray, ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeShift, FunctionPrototypeCall, JSONStringify,
  ObjectAssign, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, Symbol, SymbolAsyncDispose,
  joinLists, removeAt,
} = require('internal/primordials');
const http = require('http');
const tls = require('tls');
const { httpServerPreClose, setupConnectionsTracking, storeHTTPOptions } = require('_http_server');
const { ClientRequest } = require('internal/http/client');
const { globalEnv } = require('internal/http/proxy');
const { connectThrough, proxyFor } = require('internal/https/tunnel');
const { URL, isURL } = require('internal/url');
const { urlToHttpOptions } = require('url');
const { kEmptyObject, promisify } = require('internal/util');
const { validateObject } = require('internal/validators');

const GLOBAL_TIMEOUT_MS = 5000;
const MAX_CACHED_SESSIONS = 100;

// The number of a request with a checkServerIdentity of its own: another request must not use its connection or session,
// because that was not checked by the other's function.
const kOwnIdentityCheck = Symbol('kOwnIdentityCheck');
let ownIdentityChecks = 0;

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
  const last = args[args.length - 1];
  const callback = typeof last === 'function' ? last : undefined;
  const key = options[kOwnIdentityCheck] === undefined ? options._agentKey : undefined;
  if (key) {
    const session = this._getSession(key);
    if (session) options = { session, ...options };
  }
  const proxy = proxyFor(this, options);
  if (proxy === undefined) return prepare(this, tls.connect(options), options, key);
  return connectThrough(this, proxy, options, (error, socket) => {
    callback?.(error, error ? socket : prepare(this, socket, options, key));
  });
}

function prepare(agent, socket, options, key) {
  socket[kOwnIdentityCheck] = options[kOwnIdentityCheck];
  if (!key) return socket;
  socket.on('session', (session) => agent._cacheSession(key, session));
  socket.once('close', (hadError) => { if (hadError) agent._evictSession(key); });
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

Agent.prototype.keepSocketAlive = function keepSocketAlive(socket) {
  return socket[kOwnIdentityCheck] === undefined &&
    FunctionPrototypeCall(http.Agent.prototype.keepSocketAlive, this, socket);
};

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
        if (value) name += nameOfPfx(value, options.passphrase);
        break;
      case 'sigalgs':
        if (value) name += JSONStringify(value);
        break;
      default:
        if (value) name += value;
    }
  }
  const check = options[kOwnIdentityCheck];
  return check === undefined ? name : `${name}:${check}`;
};

function nameOfPfx(pfx, passphrase) {
  if (!ArrayIsArray(pfx)) return pfx;
  let name = '';
  for (let i = 0; i < pfx.length; i++) name += `:${pfx[i]?.buf || pfx[i]}:${pfx[i]?.passphrase || passphrase}`;
  return name;
}

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

// Whether the request's agent replaces the function.
function agentChecks({ agent, createConnection: connects }) {
  if (agent === false || (agent == null && typeof connects === 'function')) return false;
  return (agent ?? module.exports.globalAgent)?.options?.checkServerIdentity !== undefined;
}

// (url, options, callback), (url, callback), (options, callback)
function request(...args) {
  const { 0: first } = args;
  let options = {};
  if (typeof first === 'string' || isURL(first)) {
    options = urlToHttpOptions(typeof first === 'string' ? new URL(first) : first);
    ArrayPrototypeShift(args);
  }
  if (args[0] && typeof args[0] !== 'function') ObjectAssign(options, ArrayPrototypeShift(args));
  const { checkServerIdentity } = options;
  if (checkServerIdentity !== undefined && checkServerIdentity !== tls.checkServerIdentity && !agentChecks(options)) {
    options[kOwnIdentityCheck] = ++ownIdentityChecks;
  }
  options._defaultAgent = module.exports.globalAgent;
  return ReflectConstruct(ClientRequest, joinLists([options], args));
}

function get(input, options, callback) {
  const req = request(input, options, callback);
  req.end();
  return req;
}

let agentOfAll;

module.exports = {
  Agent,
  // Made when it is first used: the environment may name a proxy.
  get globalAgent() {
    return agentOfAll ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: GLOBAL_TIMEOUT_MS, proxyEnv: globalEnv() });
  },
  set globalAgent(agent) { agentOfAll = agent; },
  Server,
  createServer,
  get,
  request,
};
