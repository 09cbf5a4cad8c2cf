'use strict';

// t.assert.snapshot() and t.assert.fileSnapshot(): not there yet.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

function missing(name) {
  return { [name]() { throw new ERR_METHOD_NOT_IMPLEMENTED(`node:test's ${name}()`); } }[name];
}

module.exports = {
  snapshot: missing('snapshot'),
  fileSnapshot: missing('fileSnapshot'),
  setDefaultSnapshotSerializers: missing('setDefaultSnapshotSerializers'),
  setResolveSnapshotPath: missing('setResolveSnapshotPath'),
  writeFiles() {},
};
