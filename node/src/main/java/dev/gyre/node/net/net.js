'use strict';

// Addresses and defaults. Sockets and servers are still to come: making one throws.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { validateBoolean, validateInt32 } = require('internal/validators');
const { isIP, isIPv4, isIPv6 } = require('internal/net/ip');

const MIN_ATTEMPT_TIMEOUT_MS = 10;

let autoSelectFamily = true;
let attemptTimeoutMs = 500;

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(name); };

function Socket() { missing('net.Socket'); }
function Server() { missing('net.Server'); }

module.exports = {
  Server,
  Socket,
  Stream: Socket,
  connect: () => missing('net.connect'),
  createConnection: () => missing('net.createConnection'),
  createServer: () => missing('net.createServer'),
  getDefaultAutoSelectFamily: () => autoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout: () => attemptTimeoutMs,
  isIP,
  isIPv4,
  isIPv6,
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, 'value');
    autoSelectFamily = value;
  },
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInt32(value, 'value', 1);
    attemptTimeoutMs = Math.max(value, MIN_ATTEMPT_TIMEOUT_MS);
  },
};
