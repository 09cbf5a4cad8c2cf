'use strict';

const { ServerResponse } = require('internal/http/response');
const {
  Server, _connectionListener, httpServerPreClose, kConnectionsCheckingInterval, setUpServer, storeHTTPOptions,
} = require('internal/http/server');
const { STATUS_CODES } = require('internal/http/syntax');

module.exports = {
  STATUS_CODES, Server, ServerResponse, _connectionListener, httpServerPreClose, kConnectionsCheckingInterval,
  setupConnectionsTracking: setUpServer, storeHTTPOptions,
};
