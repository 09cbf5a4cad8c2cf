'use strict';

// The deprecated alias (DEP0008, in the documentation only) of the constants of os, fs and crypto.

const {
  ObjectAssign, ObjectDefineProperty, ObjectFreeze, ObjectGetOwnPropertyDescriptor, ObjectKeys,
} = require('internal/primordials');
const { constants: { dlopen, errno, priority, signals } } = require('os');

ObjectAssign(exports, dlopen, errno, priority, signals, require('fs').constants);
if (require('internal/core').has('crypto')) copyCrypto(require('internal/crypto/constants').constants);
ObjectFreeze(exports);

// As properties, not values: the version of OpenSSL stays a getter, or who needs a number of fs, such as graceful-fs, would load
// that library.
function copyCrypto(constants) {
  for (let i = 0, names = ObjectKeys(constants); i < names.length; i++) {
    const name = names[i];
    if (name !== 'defaultCipherList') ObjectDefineProperty(exports, name, ObjectGetOwnPropertyDescriptor(constants, name));
  }
}
