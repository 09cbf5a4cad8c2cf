'use strict';
// Flips of all permutations of ten: integer arrays and nothing else.
function fannkuch(n) {
  const permutation = Int32Array.from({ length: n }, (_, i) => i);
  const flipped = new Int32Array(n);
  const counts = new Int32Array(n);
  let maxFlips = 0;
  let checksum = 0;
  let sign = 1;
  for (;;) {
    if (permutation[0] !== 0) {
      flipped.set(permutation);
      let flips = 0;
      for (let first = flipped[0]; first !== 0; first = flipped[0]) {
        for (let low = 0, high = first; low < high; low++, high--) {
          const swap = flipped[low];
          flipped[low] = flipped[high];
          flipped[high] = swap;
        }
        flips++;
      }
      if (flips > maxFlips) maxFlips = flips;
      checksum += sign * flips;
    }
    if (sign === 1) {
      const swap = permutation[0];
      permutation[0] = permutation[1];
      permutation[1] = swap;
      sign = -1;
    } else {
      const swap = permutation[1];
      permutation[1] = permutation[2];
      permutation[2] = swap;
      sign = 1;
      let i = 2;
      for (; i < n; i++) {
        if (counts[i] < i) {
          counts[i]++;
          break;
        }
        if (i === n - 1) return [checksum, maxFlips];
        counts[i] = 0;
        const first = permutation[0];
        permutation.copyWithin(0, 1, i + 2);
        permutation[i + 1] = first;
      }
    }
  }
}

const start = performance.now();
const [checksum, maxFlips] = fannkuch(10);
if (checksum !== 73196 || maxFlips !== 38) throw new Error(`${checksum} ${maxFlips}`);
console.log(JSON.stringify({ ms: performance.now() - start }));
