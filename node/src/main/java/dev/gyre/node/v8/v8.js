'use strict';

// V8's heap statistics, snapshots, profiles and serialization. What is not implemented throws when it is called.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED, ERR_NOT_BUILDING_SNAPSHOT } } = require('internal/errors');
const { validateOneOf } = require('internal/validators');

const { Serializer, DefaultSerializer, serialize } = require('internal/v8/serializer');
const { Deserializer, DefaultDeserializer, deserialize } = require('internal/v8/deserializer');

const getHeapStatistics = () => require('internal/v8/heap').statistics();

const getHeapSpaceStatistics = () => require('internal/v8/heap').spaces();

// These load what few programs need.
function getHeapSnapshot(options) { return require('internal/v8/heap_snapshot').getHeapSnapshot(options); }

function writeHeapSnapshot(filename, options) {
  return require('internal/v8/heap_snapshot').writeHeapSnapshot(filename, options);
}

function startCpuProfile(options) { return require('internal/v8/profiles').startCpuProfile(options); }

function startHeapProfile(options) { return require('internal/v8/profiles').startHeapProfile(options); }

function setFlagsFromString(flags) { require('internal/v8/flags').setFlagsFromString(flags); }

// Nothing of this process is a C++ object that V8's collector for those would own: their heap is empty.
function getCppHeapStatistics(type = 'detailed') {
  validateOneOf(type, 'type', ['brief', 'detailed']);
  return {
    committed_size_bytes: 0,
    resident_size_bytes: 0,
    used_size_bytes: 0,
    space_statistics: [],
    type_names: [],
    detail_level: type,
  };
}

const MISSING = [
  'cachedDataVersionTag', 'getHeapCodeStatistics',
  'isStringOneByteRepresentation', 'queryObjects', 'setHeapProfileNearHeapLimit', 'setHeapSnapshotNearHeapLimit',
];

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(name); };

// Without NODE_V8_COVERAGE nothing is recorded, and both do nothing: test runners call them at their end.
function takeCoverage() { binding('inspector').takeCoverage(); }

function stopCoverage() { binding('inspector').stopCoverage(); }

class GCProfiler {
  start() { missing('v8.GCProfiler.start'); }

  stop() {} // no effect, as if it was not started
}

// Programs don't start from their own snapshots.
const notBuilding = () => { throw new ERR_NOT_BUILDING_SNAPSHOT(); };
const startupSnapshot = {
  addDeserializeCallback: notBuilding,
  addSerializeCallback: notBuilding,
  setDeserializeMainFunction: notBuilding,
  isBuildingSnapshot: () => false,
};

module.exports = {
  GCProfiler,
  promiseHooks: require('internal/v8/promise_hooks'),
  startupSnapshot,
  getHeapStatistics,
  getHeapSpaceStatistics,
  getCppHeapStatistics,
  getHeapSnapshot,
  writeHeapSnapshot,
  startCpuProfile,
  startHeapProfile,
  setFlagsFromString,
  stopCoverage,
  takeCoverage,
  Serializer, DefaultSerializer, serialize,
  Deserializer, DefaultDeserializer, deserialize,
};
for (let i = 0; i < MISSING.length; i++) {
  const name = MISSING[i];
  module.exports[name] = () => { throw new ERR_METHOD_NOT_IMPLEMENTED(`v8.${name}`); };
}
