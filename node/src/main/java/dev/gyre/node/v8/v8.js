'use strict';

// V8's heap statistics and serialization. Snapshots and profiles are not implemented: calling them throws.

const { ArrayPrototypeMap, ObjectFromEntries } = require('internal/primordials');
const { codes: { ERR_METHOD_NOT_IMPLEMENTED, ERR_NOT_BUILDING_SNAPSHOT } } = require('internal/errors');

const { Serializer, DefaultSerializer, serialize } = require('internal/v8/serializer');
const { Deserializer, DefaultDeserializer, deserialize } = require('internal/v8/deserializer');

const getHeapStatistics = () => require('internal/v8/heap').statistics();

const getHeapSpaceStatistics = () => require('internal/v8/heap').spaces();

const MISSING = [
  'cachedDataVersionTag', 'getCppHeapStatistics', 'getHeapCodeStatistics', 'getHeapSnapshot',
  'isStringOneByteRepresentation', 'queryObjects', 'setFlagsFromString',
  'setHeapProfileNearHeapLimit', 'setHeapSnapshotNearHeapLimit', 'startCpuProfile', 'startHeapProfile', 'writeHeapSnapshot',
];

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(name); };

// Without NODE_V8_COVERAGE nothing is recorded, and both do nothing, as in Node: test runners call them at their end. With it,
// nothing would be written.
const coverage = (name) => { if (process.env.NODE_V8_COVERAGE) missing(name); };

function takeCoverage() { coverage('v8.takeCoverage'); }

function stopCoverage() { coverage('v8.stopCoverage'); }

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

const promiseHooks = ObjectFromEntries(ArrayPrototypeMap(['createHook', 'onInit', 'onBefore', 'onAfter', 'onSettled'],
  (name) => [name, () => missing(`v8.promiseHooks.${name}`)]));

module.exports = {
  GCProfiler,
  promiseHooks,
  startupSnapshot,
  getHeapStatistics,
  getHeapSpaceStatistics,
  stopCoverage,
  takeCoverage,
  Serializer, DefaultSerializer, serialize,
  Deserializer, DefaultDeserializer, deserialize,
};
for (let i = 0; i < MISSING.length; i++) {
  const name = MISSING[i];
  module.exports[name] = () => { throw new ERR_METHOD_NOT_IMPLEMENTED(`v8.${name}`); };
}
