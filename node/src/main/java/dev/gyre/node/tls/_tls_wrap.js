'use strict';

const { connect } = require('internal/tls/connect');
const { Server, createServer } = require('internal/tls/server');
const { TLSSocket } = require('internal/tls/tls_socket');

module.exports = { TLSSocket, Server, createServer, connect };
