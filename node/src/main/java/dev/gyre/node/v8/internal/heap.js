'use strict';

// V8's figures on its heap. It answers at the next call or turn of a loop in JavaScript, so the question is one native
// call and the answer another.

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
  return Object.fromEntries(FIELDS.map((name, i) => [name, values[i]]));
}

module.exports = { statistics };
