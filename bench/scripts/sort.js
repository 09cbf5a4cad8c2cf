'use strict';
// Sorting numbers, strings and objects with comparators.
let seed = 42;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
const numbers = Array.from({ length: 500_000 }, random);
const strings = numbers.slice(0, 150_000).map((n) => n.toString(36));
const objects = numbers.slice(0, 250_000).map((key, index) => ({ key: key % 1000, index }));

const start = performance.now();
for (let i = 0; i < 2; i++) {
  const sorted = numbers.toSorted((a, b) => a - b);
  if (sorted[0] > sorted[1]) throw new Error('not sorted');
}
Float64Array.from(numbers).sort();
const text = strings.toSorted();
const stable = objects.toSorted((a, b) => a.key - b.key);
for (let i = 1; i < stable.length; i++) {
  if (stable[i - 1].key === stable[i].key && stable[i - 1].index > stable[i].index) throw new Error('not stable');
}
if (text[0] > text[1]) throw new Error('not sorted');
console.log(JSON.stringify({ ms: performance.now() - start }));
