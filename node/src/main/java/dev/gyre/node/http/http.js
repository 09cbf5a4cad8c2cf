'use strict';

const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage, validateHeaderName, validateHeaderValue } = require('internal/http/outgoing');
const { maxHeaderSize } = require('internal/http/parser');
const { ServerResponse } = require('internal/http/response');
const { Server, _connectionListener } = require('internal/http/server');
const { METHODS, STATUS_CODES } = require('internal/http/syntax');

function createServer(options, onRequest) {
  return new Server(options, onRequest);
}

module.exports = {
  _connectionListener,
  METHODS,
  STATUS_CODES,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue,
};

Object.defineProperty(module.exports, 'maxHeaderSize', {
  __proto__: null, configurable: true, enumerable: true, get: maxHeaderSize,
});
