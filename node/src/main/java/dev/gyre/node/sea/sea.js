'use strict';

// Gyre makes no single executables, so no program is one, and none has assets.

const { codes: { ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION } } = require('internal/errors');

const refuse = () => { throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION(); };

module.exports = {
  isSea: () => false,
  getAsset(key, encoding) { return refuse(); },
  getRawAsset(key) { return refuse(); },
  getAssetAsBlob(key, options) { return refuse(); },
  getAssetKeys() { return refuse(); },
};
