'use strict';
const { performance, PerformanceObserver } = require('perf_hooks');
const observer = new PerformanceObserver((list) => {
  console.log(list.getEntries().map((e) => [e.name, e.entryType, e.startTime, e.duration, e.detail]));
  observer.disconnect();
});
observer.observe({ entryTypes: ['mark', 'measure'] });
performance.mark('a', { startTime: 10, detail: { x: 1 } });
performance.mark('b', { startTime: 25 });
console.log(performance.measure('a to b', 'a', 'b'), performance.measure('span', { start: 5, duration: 7, detail: [1] }));
console.log(performance.getEntriesByType('mark').map((e) => e.toJSON()), performance.getEntriesByName('span').length);
for (const f of [() => performance.measure('x', 'missing'), () => performance.mark('nodeStart'), () => performance.mark('n', { startTime: -1 }), () => performance.mark(),
  () => performance.measure('x', { start: 1, end: 2, duration: 1 }), () => performance.now.call({}), () => new PerformanceObserver(), () => observer.observe({})]) {
  try { f(); } catch (err) { console.log(err.name, err.code, err.message); }
}
performance.clearMarks('a');
console.log(performance.getEntriesByType('mark').map((e) => e.name), typeof performance.timeOrigin, performance.now() > 0);
