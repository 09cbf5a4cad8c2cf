'use strict';

const v8 = require('v8');
require('v8').setFlagsFromString('--expose-gc');
const gc = require('vm').runInNewContext('gc');

const profiler = new v8.GCProfiler();
console.log(profiler, profiler.stop());
console.log(profiler.start(), profiler.start());
globalThis.garbage = Array.from({ length: 1e5 }, (_, i) => ({ i }));
globalThis.garbage = undefined;
const other = new v8.GCProfiler();
other.start();
gc();
const profile = profiler.stop();
const ofOther = other.stop();

console.log(Object.keys(profile), profile.version, profile.endTime >= profile.startTime);
console.log(Math.abs(profile.startTime - Date.now()) < 60_000);
const whole = profile.statistics.find(({ gcType }) => gcType === 'MarkSweepCompact');
console.log(Object.keys(whole), whole.cost > 0);
console.log(Object.keys(whole.beforeGC), Object.keys(whole.afterGC));
console.log(Object.keys(whole.beforeGC.heapStatistics));
console.log(whole.beforeGC.heapSpaceStatistics.map(({ spaceName }) => spaceName));
console.log(Object.keys(whole.beforeGC.heapSpaceStatistics[0]));
const freed = whole.beforeGC.heapStatistics.usedHeapSize - whole.afterGC.heapStatistics.usedHeapSize;
console.log('garbage was freed:', freed > 1e5);
const used = whole.afterGC.heapSpaceStatistics.reduce((sum, { spaceUsedSize }) => sum + spaceUsedSize, 0);
console.log('spaces are the heap:', Math.abs(used / whole.afterGC.heapStatistics.usedHeapSize - 1) < 0.1);
console.log('another one hears it too:', ofOther.statistics.some(({ gcType }) => gcType === 'MarkSweepCompact'));

console.log(profiler.stop());
profiler.start();
console.log(profiler.stop().statistics);
{
  using third = new v8.GCProfiler();
  third.start();
}
try {
  v8.GCProfiler();
} catch (error) {
  console.log(error.message);
}
