'use strict';

// process.debugPort: where the inspector listens, or would. Until it is set, the options tell.

const { Number, ObjectAssign, RangeError, RegExpPrototypeExec } = require('internal/primordials');

const DEFAULT = 9229;
const FIRST = 1024;
const LAST = 65535;

let port;

// Of host:port, a port, or a host.
function portIn(place) {
  const found = RegExpPrototypeExec(/(?:^|:)(\d+)$/, place);
  return found === null ? DEFAULT : Number(found[1]);
}

function get() {
  port ??= portIn(require('internal/options').get('--inspect-port') ?? '');
  if (port !== 0) return port;
  const inspector = binding('inspector');
  return inspector.isOpen() ? inspector.port() : port; // the system has chosen
}

function set(value) {
  const wanted = +value | 0;
  if ((wanted !== 0 && wanted < FIRST) || wanted > LAST) {
    throw ObjectAssign(new RangeError(`process.debugPort must be 0 or in range ${FIRST} to ${LAST}`), { code: 'ERR_OUT_OF_RANGE' });
  }
  port = wanted;
}

module.exports = { get, set };
