'use strict';

// The deprecated alias (DEP0008, in the documentation only) of the constants of os, fs and crypto.

const { ObjectAssign, ObjectFreeze } = require('internal/primordials');
const { constants: { dlopen, errno, priority, signals } } = require('os');

ObjectAssign(exports, dlopen, errno, priority, signals, require('fs').constants, cryptoConstants());
ObjectFreeze(exports);

function cryptoConstants() {
  const { has } = require('internal/core');
  return has('crypto') ? require('crypto').constants : undefined;
}
