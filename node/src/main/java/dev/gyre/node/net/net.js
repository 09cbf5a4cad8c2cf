'use strict';

const { normalizeArgs } = require('internal/net/arguments');
const families = require('internal/net/families');
const { isIP, isIPv4, isIPv6 } = require('internal/net/ip');
const { Server, createServerHandle } = require('internal/net/server');
const { Socket } = require('internal/net/socket');

require('internal/net/transfer');

function connect(...args) {
  const normalized = normalizeArgs(args);
  const { 0: options } = normalized;
  const socket = new Socket(options);
  if (options.timeout) socket.setTimeout(options.timeout);
  return socket.connect(normalized);
}

function createServer(options, onConnection) {
  return new Server(options, onConnection);
}

module.exports = {
  _createServerHandle: createServerHandle,
  _normalizeArgs: normalizeArgs,
  get BlockList() { return require('internal/net/block_list').BlockList; },
  get SocketAddress() { return require('internal/net/socket_address').SocketAddress; },
  get BoundSocket() { return require('internal/net/bound_socket').BoundSocket; },
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket,
  getDefaultAutoSelectFamily: families.isRaceDefault,
  setDefaultAutoSelectFamily: families.setRaceDefault,
  getDefaultAutoSelectFamilyAttemptTimeout: families.defaultAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout: families.setDefaultAttemptTimeout,
};
