'use strict';

const { ObjectDefineProperty } = require('internal/primordials');
const { Agent, globalAgent, newGlobalAgent, setGlobalAgent } = require('internal/http/agent');
const { ClientRequest } = require('internal/http/client');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage, validateHeaderName, validateHeaderValue } = require('internal/http/outgoing');
const { maxHeaderSize } = require('internal/http/parser');
const { ServerResponse } = require('internal/http/response');
const { Server, _connectionListener } = require('internal/http/server');
const { METHODS, STATUS_CODES } = require('internal/http/syntax');
const { urlFrom } = require('internal/http/proxy');
const { codes: { ERR_PROXY_INVALID_CONFIG } } = require('internal/errors');
const { URL } = require('internal/url');
const { validateInteger, validateObject } = require('internal/validators');

function createServer(options, onRequest) {
  return new Server(options, onRequest);
}

function request(url, options, callback) {
  return new ClientRequest(url, options, callback);
}

function get(url, options, callback) {
  const made = request(url, options, callback);
  made.end();
  return made;
}

// Global agents and fetch follow the proxies of `env`; the function that is returned takes that back.
function setGlobalProxyFromEnv(env = process.env) {
  validateObject(env, 'proxyEnv');
  const ofHttp = urlFrom(env, 'http:');
  const ofHttps = urlFrom(env, 'https:');
  if (ofHttp === undefined && ofHttps === undefined) return () => {};
  for (let i = 0, urls = [ofHttp, ofHttps]; i < urls.length; i++) {
    if (urls[i] !== undefined && !URL.canParse(urls[i])) throw new ERR_PROXY_INVALID_CONFIG(urls[i]);
  }
  const restoreFetch = require('internal/fetch/proxies').follow({ __proto__: null, ...env });
  const httpAgent = ofHttp === undefined ? undefined : module.exports.globalAgent;
  if (httpAgent !== undefined) module.exports.globalAgent = newGlobalAgent(env);
  const https = ofHttps === undefined ? undefined : require('https');
  const httpsAgent = https?.globalAgent;
  if (https !== undefined) https.globalAgent = new https.Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: env });
  return function restore() {
    restoreFetch();
    if (httpAgent !== undefined) module.exports.globalAgent = httpAgent;
    if (https !== undefined) https.globalAgent = httpsAgent;
  };
}

// There are no idle parsers: each belongs to one connection and ends with it.
function setMaxIdleHTTPParsers(max) {
  validateInteger(max, 'max', 1);
}

module.exports = {
  _connectionListener,
  METHODS,
  STATUS_CODES,
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
  get,
  request,
  setMaxIdleHTTPParsers,
  setGlobalProxyFromEnv,
};

ObjectDefineProperty(module.exports, 'maxHeaderSize', {
  __proto__: null, configurable: true, enumerable: true, get: maxHeaderSize,
});

// Those of undici that Node offers here, too.
for (let i = 0, list = [['WebSocket', 'internal/fetch/websocket'], ['CloseEvent', 'internal/fetch/close_events'],
  ['MessageEvent', 'internal/worker_threads/message_event']]; i < list.length; i++) {
  const { 0: name, 1: id } = list[i];
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, get() { return require(id)[name]; },
  });
}

ObjectDefineProperty(module.exports, 'globalAgent', {
  __proto__: null, configurable: true, enumerable: true, get: globalAgent, set: setGlobalAgent,
});
