'use strict';

process.emitWarning('The _tls_wrap module is deprecated. Use `node:tls` instead.', 'DeprecationWarning', 'DEP0192');

const { connect } = require('internal/tls/connect');
const { Server, createServer } = require('internal/tls/server');
const { TLSSocket } = require('internal/tls/tls_socket');

module.exports = { TLSSocket, Server, createServer, connect };
