'use strict';

// The figures in a diagnostic report: the heap, what the process and this thread have used, and their limits.

const {
  ArrayPrototypeForEach, MathMax, Number, RegExpPrototypeSymbolMatchAll, SafeMap, itemsOf,
} = require('internal/primordials');

const native = binding('process');
const KB = 1024;

function heap() {
  const { spaces, statistics } = require('internal/v8/heap');
  const whole = statistics();
  const heapSpaces = {};
  ArrayPrototypeForEach(spaces(), (space) => {
    heapSpaces[space.space_name] = {
      memorySize: space.space_size,
      committedMemory: space.physical_space_size,
      capacity: space.space_used_size + space.space_available_size,
      used: space.space_used_size,
      available: space.space_available_size,
    };
  });
  return {
    totalMemory: whole.total_heap_size,
    executableMemory: whole.total_heap_size_executable,
    totalCommittedMemory: whole.total_physical_size,
    availableMemory: whole.total_available_size,
    totalGlobalHandlesMemory: whole.total_global_handles_size,
    usedGlobalHandlesMemory: whole.used_global_handles_size,
    usedMemory: whole.used_heap_size,
    memoryLimit: whole.heap_size_limit,
    mallocedMemory: whole.malloced_memory,
    externalMemory: whole.external_memory,
    peakMallocedMemory: whole.peak_malloced_memory,
    nativeContextCount: whole.number_of_native_contexts,
    detachedContextCount: whole.number_of_detached_contexts,
    doesZapGarbage: whole.does_zap_garbage,
    heapSpaces,
  };
}

// Of the fields that getrusage() tells: microseconds, kilobytes, numbers.
const USER = 0;
const SYSTEM = 1;
const MAX_RSS = 2;
const MINOR_FAULTS = 6;
const MAJOR_FAULTS = 7;
const READS = 9;
const WRITES = 10;

function cpu(fields) {
  const userCpuSeconds = fields[USER] / 1e6;
  const kernelCpuSeconds = fields[SYSTEM] / 1e6;
  const percent = (seconds) => 100 * seconds / MathMax(1, native.uptime()); // Node counts the first second as whole
  return {
    userCpuSeconds,
    kernelCpuSeconds,
    cpuConsumptionPercent: percent(userCpuSeconds + kernelCpuSeconds),
    userCpuConsumptionPercent: percent(userCpuSeconds),
    kernelCpuConsumptionPercent: percent(kernelCpuSeconds),
  };
}

function processUsage() {
  const fields = native.resourceUsage();
  const os = require('os');
  return {
    free_memory: os.freemem(),
    total_memory: os.totalmem(),
    rss: native.rss(),
    constrained_memory: native.constrainedMemory(),
    available_memory: native.availableMemory(),
    ...cpu(fields),
    maxRss: fields[MAX_RSS] * KB,
    pageFaults: { IORequired: fields[MAJOR_FAULTS], IONotRequired: fields[MINOR_FAULTS] },
    fsActivity: { reads: fields[READS], writes: fields[WRITES] },
  };
}

function threadUsage() {
  const fields = native.threadResourceUsage();
  return { ...cpu(fields), fsActivity: { reads: fields[READS], writes: fields[WRITES] } };
}

// By the kernel's names, in Node's order.
const LIMITS = [
  ['core_file_size_blocks', 'core file size'],
  ['data_seg_size_bytes', 'data size'],
  ['file_size_blocks', 'file size'],
  ['max_locked_memory_bytes', 'locked memory'],
  ['max_memory_size_bytes', 'resident set'],
  ['open_files', 'open files'],
  ['stack_size_bytes', 'stack size'],
  ['cpu_time_seconds', 'cpu time'],
  ['max_user_processes', 'processes'],
  ['virtual_memory_bytes', 'address space'],
];

const limit = (text) => (text === 'unlimited' ? text : Number(text));

function userLimits() {
  const known = new SafeMap();
  const matches = RegExpPrototypeSymbolMatchAll(/^Max (.+?) {2,}(\S+) +(\S+)/gm, native.ownFacts('limits'));
  for (const { 1: name, 2: soft, 3: hard } of itemsOf(matches)) known.set(name, { soft: limit(soft), hard: limit(hard) });
  const limits = {};
  ArrayPrototypeForEach(LIMITS, ({ 0: name, 1: kernels }) => { limits[name] = known.get(kernels); });
  return limits;
}

module.exports = { heap, processUsage, threadUsage, userLimits };
