'use strict';

const { ObjectDefineProperty } = require('internal/primordials');
const { Agent, globalAgent, setGlobalAgent } = require('internal/http/agent');
const { ClientRequest } = require('internal/http/client');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage, validateHeaderName, validateHeaderValue } = require('internal/http/outgoing');
const { maxHeaderSize } = require('internal/http/parser');
const { ServerResponse } = require('internal/http/response');
const { Server, _connectionListener } = require('internal/http/server');
const { METHODS, STATUS_CODES } = require('internal/http/syntax');
const { validateInteger } = require('internal/validators');

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
};

ObjectDefineProperty(module.exports, 'maxHeaderSize', {
  __proto__: null, configurable: true, enumerable: true, get: maxHeaderSize,
});

ObjectDefineProperty(module.exports, 'globalAgent', {
  __proto__: null, configurable: true, enumerable: true, get: globalAgent, set: setGlobalAgent,
});
