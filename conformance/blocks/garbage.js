// cause: GARBAGE_COLLECTION
const row = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 };
const kept = new Array(100_000).fill(null);
setTimeout(() => {
  const end = Date.now() + blockMs;
  for (let i = 0; i % 1000 !== 0 || Date.now() < end; i++) {
    kept[i % 100_000] = Object.entries(row); // near
  }
}, 20);
