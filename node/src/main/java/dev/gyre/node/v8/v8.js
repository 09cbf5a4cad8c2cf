'use strict';

// V8's heap statistics, snapshots, profiles and serialization. What is not implemented throws when it is called.

const { ArrayPrototypeMap, JSONParse, SymbolDispose, searchPattern } = require('internal/primordials');
const {
  codes: { ERR_INVALID_ARG_VALUE, ERR_METHOD_NOT_IMPLEMENTED, ERR_NOT_BUILDING_SNAPSHOT },
} = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const {
  validateFunction, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');

const { Serializer, DefaultSerializer, serialize } = require('internal/v8/serializer');
const { Deserializer, DefaultDeserializer, deserialize } = require('internal/v8/deserializer');

const NO_OPTIONS = { __proto__: null };

function getHeapStatistics() { return require('internal/v8/heap').statistics(); }

function getHeapSpaceStatistics() { return require('internal/v8/heap').spaces(); }

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

// V8 counts the bytes of code when its own function for that is called, and Javet does not call it. A heap snapshot has the
// sizes of functions, but not of V8's built-in code, which is most of Node's figure.
function getHeapCodeStatistics() { throw new ERR_METHOD_NOT_IMPLEMENTED('v8.getHeapCodeStatistics'); }

let isNearHeapLimitSet = false;

function setHeapSnapshotNearHeapLimit(limit) {
  validateUint32(limit, 'limit', true);
  if (isNearHeapLimitSet) return;
  isNearHeapLimitSet = true;
  require('internal/v8/heap_snapshot').writeNearHeapLimit(limit);
}

// V8's sampling of allocations ends by a call into its inspector, which gives the whole profile at once as a string of the
// heap that has no room left.
function setHeapProfileNearHeapLimit(limit) {
  validateUint32(limit, 'limit', true);
  throw new ERR_METHOD_NOT_IMPLEMENTED('v8.setHeapProfileNearHeapLimit');
}

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
  const { prototype } = constructor;
  const isObject = typeof prototype === 'object' && prototype !== null || typeof prototype === 'function'; // not an arrow function's
  const objects = isObject ? binding('v8').instances(prototype) : [];
  if (format === 'count') return objects.length;
  const { inspect } = require('internal/util/inspect');
  return ArrayPrototypeMap(objects, (object) => inspect(object, { __proto__: null, depth: 0 }));
}

// Without NODE_V8_COVERAGE nothing is recorded, and both do nothing: test runners call them at their end.
const takeCoverage = () => { binding('inspector').takeCoverage(); };

const stopCoverage = () => { binding('inspector').stopCoverage(); };

// Garbage collections, with the heap's figures before and after each.
class GCProfiler {
  #number = 0;

  start() {
    if (this.#number !== 0) return;
    this.#number = binding('v8').startCollectionProfile();
    if (this.#number === 0) throw new ERR_METHOD_NOT_IMPLEMENTED('v8.GCProfiler.start');
  }

  stop() {
    if (this.#number === 0) return undefined;
    const profile = JSONParse(binding('v8').stopCollectionProfile(this.#number));
    this.#number = 0;
    return profile;
  }

  [SymbolDispose]() { this.stop(); }
}

// Programs don't start from their own snapshots.
const startupSnapshot = {
  addDeserializeCallback: function addDeserializeCallback(callback, data) {
    throw new ERR_NOT_BUILDING_SNAPSHOT();
  },
  addSerializeCallback: function addSerializeCallback(callback, data) {
    throw new ERR_NOT_BUILDING_SNAPSHOT();
  },
  setDeserializeMainFunction: function setDeserializeMainFunction(callback, data) {
    throw new ERR_NOT_BUILDING_SNAPSHOT();
  },
  isBuildingSnapshot: function isBuildingSnapshot() { return false; },
};

module.exports = {
  cachedDataVersionTag,
  getHeapSnapshot,
  getHeapStatistics,
  getHeapSpaceStatistics,
  getHeapCodeStatistics,
  getCppHeapStatistics,
  setFlagsFromString,
  Serializer,
  Deserializer,
  DefaultSerializer,
  DefaultDeserializer,
  deserialize,
  takeCoverage,
  stopCoverage,
  serialize,
  writeHeapSnapshot,
  promiseHooks: require('internal/v8/promise_hooks'),
  queryObjects,
  startupSnapshot,
  setHeapSnapshotNearHeapLimit,
  setHeapProfileNearHeapLimit,
  GCProfiler,
  isStringOneByteRepresentation,
  startCpuProfile,
  startHeapProfile,
};
