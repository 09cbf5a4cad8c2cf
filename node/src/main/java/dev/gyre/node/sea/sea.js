'use strict';

// Gyre makes no single executables, so no program is one, and none has assets.

const { codes: { ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION } } = require('internal/errors');
const { validateString } = require('internal/validators');

const refuse = () => { throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION(); };

function refuseAsset(key) {
  validateString(key, 'key');
  refuse();
}

module.exports = {
  isSea: () => false,
  getAsset(key, encoding) {
    if (encoding !== undefined) validateString(encoding, 'encoding');
    refuseAsset(key);
  },
  getRawAsset(key) { refuseAsset(key); },
  getAssetAsBlob(key, options) { refuseAsset(key); },
  getAssetKeys() { return refuse(); },
};
