'use strict';

// The deprecated alias (DEP0008, in the documentation only) of the constants of os, fs and crypto.

const { constants: { dlopen, errno, priority, signals } } = require('os');

Object.assign(exports, dlopen, errno, priority, signals, require('fs').constants, cryptoConstants());
Object.freeze(exports);

function cryptoConstants() {
  const { has } = require('internal/core');
  return has('crypto') ? require('crypto').constants : undefined;
}
