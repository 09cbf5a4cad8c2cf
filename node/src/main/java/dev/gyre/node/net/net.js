'use strict';

const { Error, ObjectDefineProperty } = require('internal/primordials');
const { normalizeArgs } = require('internal/net/arguments');
const families = require('internal/net/families');
const { isIP, isIPv4, isIPv6 } = require('internal/net/ip');
const { Server, createServerHandle } = require('internal/net/server');
const { Socket } = require('internal/net/socket');
const { kTransfer } = require('internal/structured_clone');

// structuredClone() distinguishes both from plain objects, but there is no other thread to transfer them to.
for (let i = 0, list = [['Socket', Socket], ['Server', Server]]; i < list.length; i++) {
  const { 0: name, 1: { prototype } } = list[i];
  ObjectDefineProperty(prototype, kTransfer, {
    __proto__: null,
    configurable: true,
    value() {
      throw new Error(`net.${name} cannot be transferred in its current state; it must be a freshly created or ` +
        'accepted handle that has not started reading and has no pending writes');
    },
  });
}

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
