'use strict';
const { createHistogram } = require('perf_hooks');
const histogram = createHistogram();
console.log(histogram.count, histogram.min, histogram.max, histogram.mean, histogram.percentiles);
for (let i = 1; i <= 1000; i++) histogram.record(i * 1000);
histogram.record(123456789n);
const { count, min, max, mean, stddev, exceeds } = histogram;
console.log({ count, min, max, mean, stddev, exceeds }, histogram.minBigInt, histogram.maxBigInt);
for (const p of [1, 25, 50, 75, 99, 99.9, 100]) console.log(p, histogram.percentile(p), histogram.percentileBigInt(p));
console.log(histogram.percentiles);
const coarse = createHistogram({ lowest: 1, highest: 1000, figures: 1 });
for (const v of [77, 99, 1000, 5000]) coarse.record(v);
console.log(coarse.count, coarse.exceeds, coarse.min, coarse.max, coarse.mean);
coarse.add(histogram);
console.log(coarse.count, coarse.exceeds);
coarse.reset();
console.log(coarse.count, coarse.max);
for (const f of [() => histogram.record(0), () => histogram.record('a'), () => histogram.percentile(0), () => histogram.add({}), () => createHistogram({ figures: 9 })]) {
  try { f(); } catch (err) { console.log(err.name, err.code); }
}
