'use strict';

// V8's heap statistics. V8 answers at its next interrupt check in JavaScript, so the request is one native call and the
// answer another.

const {
  ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeReduce, MathMax, ObjectFromEntries,
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

// From Java's figures.
const statisticsOf = (values) => ObjectFromEntries(ArrayPrototypeMap(FIELDS, (name, i) => [name, values[i]]));

const SPACE_FIELDS = ['space_name', 'space_size', 'space_used_size', 'space_available_size', 'physical_space_size'];

// V8's spaces are read by number, and Javet supports no number above the eighth. The rest of the whole heap are the spaces
// of large objects: they are reported as one.
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
