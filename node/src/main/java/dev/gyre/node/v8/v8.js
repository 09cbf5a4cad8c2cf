'use strict';

// V8's heap statistics, snapshots, profiles and serialization. What is not implemented throws when it is called.

const { ArrayPrototypeMap, searchPattern } = require('internal/primordials');
const {
  codes: { ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED, ERR_NOT_BUILDING_SNAPSHOT },
} = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const { validateFunction, validateObject, validateOneOf, validateString } = require('internal/validators');

const { Serializer, DefaultSerializer, serialize } = require('internal/v8/serializer');
const { Deserializer, DefaultDeserializer, deserialize } = require('internal/v8/deserializer');

const NO_OPTIONS = { __proto__: null };

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

const MISSING = ['getHeapCodeStatistics', 'setHeapProfileNearHeapLimit', 'setHeapSnapshotNearHeapLimit'];

const missing = (name) => { throw new ERR_METHOD_NOT_IMPLEMENTED(name); };

// Code caches are good for processes with the same tag.
const cachedDataVersionTag = () => require('internal/v8/flags').cachedDataVersionTag();

// By the characters: V8 may keep a part of a longer string with two bytes each although all of them fit in one.
function isStringOneByteRepresentation(content) {
  validateString(content, 'content');
  return searchPattern(/[^\x00-\xff]/, content) === -1;
}

function queryObjects(constructor, options = NO_OPTIONS) {
  validateFunction(constructor, 'constructor');
  if (options !== NO_OPTIONS) validateObject(options, 'options');
  const format = options.format || 'count';
  if (format !== 'count' && format !== 'summary') throw new ERR_INVALID_ARG_VALUE('options.format', format);
  emitExperimentalWarning('v8.queryObjects()');
  const objects = binding('v8').instances(constructor.prototype);
  if (format === 'count') return objects.length;
  const { inspect } = require('internal/util/inspect');
  return ArrayPrototypeMap(objects, (object) => inspect(object, { __proto__: null, depth: 0 }));
}

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
  cachedDataVersionTag,
  isStringOneByteRepresentation,
  queryObjects,
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
