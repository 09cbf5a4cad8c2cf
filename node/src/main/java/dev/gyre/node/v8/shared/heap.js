'use strict';

// V8's heap statistics. V8 answers at its next interrupt check in JavaScript, so the request is one native call and the
// answer another.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeReduce, MathMax, ObjectFromEntries,
} = require('internal/primordials');

const FIELDS = [
  'total_heap_size', 'total_heap_size_executable', 'total_physical_size', 'total_available_size', 'used_heap_size',
  'heap_size_limit', 'malloced_memory', 'external_memory', 'peak_malloced_memory', 'number_of_native_contexts',
  'number_of_detached_contexts', 'does_zap_garbage', 'total_global_handles_size', 'used_global_handles_size',
];

function statistics() {
  const { requestHeapStatistics, heapStatistics } = binding('v8');
  requestHeapStatistics();
  let values;
  do values = heapStatistics();
  while (values === undefined);
  return statisticsOf(values);
}

// Java's figures, in the order that Node has them.
const IN_ORDER = [
  'total_heap_size', 'total_heap_size_executable', 'total_physical_size', 'total_available_size', 'used_heap_size',
  'heap_size_limit', 'malloced_memory', 'peak_malloced_memory', 'does_zap_garbage', 'number_of_native_contexts',
  'number_of_detached_contexts', 'total_global_handles_size', 'used_global_handles_size', 'external_memory',
];

const statisticsOf = (values) =>
  ObjectFromEntries(ArrayPrototypeMap(IN_ORDER, (name) => [name, values[ArrayPrototypeIndexOf(FIELDS, name)]]));

const SPACE_FIELDS = ['space_name', 'space_size', 'space_used_size', 'space_available_size', 'physical_space_size'];

// V8's spaces are read by number. Where Javet's own classes come first, it supports no number above the eighth; then the rest
// of the whole heap, the spaces of large objects, are reported as one.
const ALL_SPACES = 13;

function spaces() {
  const { requestHeapSpaces, heapSpaces } = binding('v8');
  requestHeapSpaces();
  let values;
  do values = heapSpaces();
  while (values === undefined);
  const list = [];
  for (let i = 0; i < values.length; i += SPACE_FIELDS.length) {
    ArrayPrototypePush(list, ObjectFromEntries(ArrayPrototypeMap(SPACE_FIELDS, (name, k) => [name, values[i + k]])));
  }
  if (list.length === ALL_SPACES) return list;
  const whole = statistics();
  const rest = (total, name) => MathMax(0, ArrayPrototypeReduce(list, (left, space) => left - space[name], whole[total]));
  ArrayPrototypePush(list, {
    space_name: 'large_object_space',
    space_size: rest('total_heap_size', 'space_size'),
    space_used_size: rest('used_heap_size', 'space_used_size'),
    space_available_size: 0, // as V8 reports for these
    physical_space_size: rest('total_physical_size', 'physical_space_size'),
  });
  return list;
}

module.exports = { spaces, statistics, statisticsOf };
