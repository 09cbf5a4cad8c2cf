'use strict';

// V8's own view of its heap. Serialization, snapshots and profiles are still to come: calling them throws.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const getHeapStatistics = () => require('internal/v8/heap').statistics();

const MISSING = [
  'cachedDataVersionTag', 'deserialize', 'getCppHeapStatistics', 'getHeapCodeStatistics', 'getHeapSnapshot',
  'getHeapSpaceStatistics', 'isStringOneByteRepresentation', 'queryObjects', 'serialize', 'setFlagsFromString',
  'setHeapSnapshotNearHeapLimit', 'startCpuProfile', 'stopCoverage', 'takeCoverage', 'writeHeapSnapshot',
];

module.exports = { getHeapStatistics };
for (const name of MISSING) {
  module.exports[name] = () => { throw new ERR_METHOD_NOT_IMPLEMENTED(`v8.${name}`); };
}
