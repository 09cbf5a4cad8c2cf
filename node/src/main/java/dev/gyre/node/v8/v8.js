'use strict';

// V8's own view of its heap, and its format of values. Snapshots and profiles are still to come: calling them throws.

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

const { Serializer, DefaultSerializer, serialize } = require('internal/v8/serializer');
const { Deserializer, DefaultDeserializer, deserialize } = require('internal/v8/deserializer');

const getHeapStatistics = () => require('internal/v8/heap').statistics();

const getHeapSpaceStatistics = () => require('internal/v8/heap').spaces();

const MISSING = [
  'cachedDataVersionTag', 'getCppHeapStatistics', 'getHeapCodeStatistics', 'getHeapSnapshot',
  'isStringOneByteRepresentation', 'queryObjects', 'setFlagsFromString',
  'setHeapSnapshotNearHeapLimit', 'startCpuProfile', 'stopCoverage', 'takeCoverage', 'writeHeapSnapshot',
];

module.exports = {
  getHeapStatistics,
  getHeapSpaceStatistics,
  Serializer, DefaultSerializer, serialize,
  Deserializer, DefaultDeserializer, deserialize,
};
for (const name of MISSING) {
  module.exports[name] = () => { throw new ERR_METHOD_NOT_IMPLEMENTED(`v8.${name}`); };
}
