'use strict';

// What the parts of a dgram Socket share: its state, and the resolution of names.

const { Symbol } = require('internal/primordials');
const { codes: { ERR_SOCKET_BAD_TYPE, ERR_SOCKET_DGRAM_NOT_RUNNING } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { isIP } = require('internal/net/ip');
const { UdpHandle } = require('internal/dgram/handle');

const kState = Symbol('state symbol');

const UNBOUND = 0;
const BINDING = 1;
const BOUND = 2;

const DISCONNECTED = 0;
const CONNECTING = 1;
const CONNECTED = 2;

const FAMILIES = { __proto__: null, udp4: 4, udp6: 6 };
const LOOPBACK = { __proto__: null, 4: '127.0.0.1', 6: '::1' };
const ANY = { __proto__: null, udp4: '0.0.0.0', udp6: '::' };

// An IP address needs no lookup, but calls back on the next tick: 'listening' must not be emitted inside bind().
function lookupDefault(address, family, callback) {
  if (isIP(address) === family) process.nextTick(callback, null, address, family);
  else require('dns').lookup(address, family, callback);
}

// The native half of a socket, with a lookup(name, callback) for its family.
function createHandle(socket, type, lookup = lookupDefault) {
  validateFunction(lookup, 'lookup');
  const family = FAMILIES[type];
  if (family === undefined) throw new ERR_SOCKET_BAD_TYPE();
  const handle = new UdpHandle(family, socket);
  handle.lookup = (address, callback) => lookup(address || LOOPBACK[family], family, callback);
  return handle;
}

function checkRunning(socket) {
  if (socket[kState].handle === null) throw new ERR_SOCKET_DGRAM_NOT_RUNNING();
}

const isBlocked = (list, ip) => list !== undefined && list.check(ip, `ipv${isIP(ip)}`);

module.exports = {
  ANY, FAMILIES, BINDING, BOUND, CONNECTED, CONNECTING, DISCONNECTED, UNBOUND, checkRunning, createHandle, isBlocked, kState,
};
