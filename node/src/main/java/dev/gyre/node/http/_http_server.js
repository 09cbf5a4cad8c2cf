'use strict';

const { ServerResponse } = require('internal/http/response');
const { Server, _connectionListener, kConnectionsCheckingInterval, storeHTTPOptions } = require('internal/http/server');
const { STATUS_CODES } = require('internal/http/syntax');

module.exports = {
  STATUS_CODES, Server, ServerResponse, _connectionListener, kConnectionsCheckingInterval, storeHTTPOptions,
};
