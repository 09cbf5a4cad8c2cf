'use strict';
// Collections are entries of type 'gc' while somebody observes them, and keep no process alive.
const collect = globalThis.gc;
const { PerformanceObserver, constants, performance } = require('perf_hooks');

const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR;
const MINOR = constants.NODE_PERFORMANCE_GC_MINOR;
const seen = [];
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByType('gc')) seen.push(entry);
});
collect(); // nobody observes
const before = performance.now();
observer.observe({ entryTypes: ['gc'] });
collect();
const after = performance.now();
collect({ type: 'minor' });

let turns = 0;
(function wait() {
  if (seen.length < 2 && turns++ < 1000) return setImmediate(wait);
  observer.disconnect();
  collect();
  const forced = seen.filter(({ detail }) => detail.flags === constants.NODE_PERFORMANCE_GC_FLAGS_FORCED);
  const major = forced.find(({ detail }) => detail.kind === MAJOR);
  const minor = forced.find(({ detail }) => detail.kind === MINOR);
  console.log(major.constructor.name, major.name, major.entryType, Object.keys(major.detail), Object.keys(major.toJSON()));
  console.log(major.startTime >= before, major.startTime + major.duration <= after, major.duration > 0);
  console.log(minor.startTime >= major.startTime + major.duration, minor.detail);
  const count = seen.length;
  setImmediate(() => setImmediate(() => console.log('after disconnect', seen.length - count)));
})();
