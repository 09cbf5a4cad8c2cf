'use strict';
// monitorEventLoopDelay: by interval and per iteration of the loop.
const { monitorEventLoopDelay } = require('perf_hooks');

const tryIt = (label, f) => {
  try {
    console.log(label, f());
  } catch (err) {
    console.log(label, err.code, err.message);
  }
};
for (const options of [null, 1, { resolution: 0 }, { resolution: 1.5 }, { resolution: 'x' }, { samplePerIteration: 1 }])
  tryIt(JSON.stringify(options), () => monitorEventLoopDelay(options).constructor.name);

const byInterval = monitorEventLoopDelay({ resolution: 5 });
const byTurn = monitorEventLoopDelay({ samplePerIteration: true });
console.log(byInterval.count, byInterval.min, byInterval.max, byInterval.mean, byInterval.stddev, byInterval.exceeds);
console.log(byInterval.constructor.name, typeof byInterval.record, byInterval.percentiles);
console.log(byInterval.enable(), byInterval.enable(), byTurn.enable(), byTurn[Symbol.dispose] === undefined);
tryIt('this', () => byInterval.enable.call({}));
tryIt('new', () => new byInterval.constructor());

const BLOCK_MS = 60;
setTimeout(() => {
  const end = performance.now() + BLOCK_MS;
  while (performance.now() < end);
}, 30);
(function wait() {
  if (byInterval.count < 12 || byTurn.count < 12 || byInterval.max < BLOCK_MS * 1e6 || byTurn.max < BLOCK_MS * 1e6 * 0.9) return setTimeout(wait, 5);
  for (const histogram of [byInterval, byTurn]) {
    console.log(histogram.count > 2, histogram.min < histogram.max, histogram.mean > 0, histogram.percentile(10) < histogram.max,
                histogram.percentile(100) === histogram.max, histogram.exceeds);
  }
  const clone = structuredClone(byInterval);
  console.log(clone.constructor.name, clone.max === byInterval.max, clone.enable);
  console.log(byInterval.disable(), byInterval.disable(), byTurn.disable());
  byInterval.reset();
  byTurn.reset();
  console.log(byInterval.count, byTurn.count, byTurn.max);
})();
