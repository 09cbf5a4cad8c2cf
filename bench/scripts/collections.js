'use strict';
// Map and Set with numbers, strings and objects as keys; a cache that throws out the oldest.
const start = performance.now();
const counts = new Map();
for (let i = 0; i < 4_000_000; i++) {
  const key = (i * 7919) % 50_021;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
const names = new Map();
for (let i = 0; i < 800_000; i++) names.set(`key-${i % 40_000}`, i);
const objects = Array.from({ length: 100_000 }, (_, id) => ({ id }));
const seen = new Set();
for (let round = 0; round < 5; round++) {
  for (const object of objects) {
    if (seen.has(object)) seen.delete(object);
    else seen.add(object);
  }
}
const cache = new Map();
let hits = 0;
for (let i = 0; i < 1_500_000; i++) {
  const key = (i * i) % 4001;
  const value = cache.get(key);
  if (value !== undefined) {
    hits++;
    cache.delete(key);
    cache.set(key, value);
  } else {
    cache.set(key, i);
    if (cache.size > 1000) cache.delete(cache.keys().next().value);
  }
}
let sum = 0;
for (const [key, count] of counts) sum += key * count;
if (seen.size !== 100_000 || names.size !== 40_000) throw new Error(`${seen.size} ${names.size} ${hits} ${sum}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
