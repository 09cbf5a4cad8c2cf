'use strict';
// The greatest eigenvalue of an endless matrix: floating point in tight loops.
const N = 1000;
const entry = (i, j) => 1 / (((i + j) * (i + j + 1)) / 2 + i + 1);

function multiply(vector, result, transposed) {
  for (let i = 0; i < N; i++) {
    let sum = 0;
    for (let j = 0; j < N; j++) sum += (transposed ? entry(j, i) : entry(i, j)) * vector[j];
    result[i] = sum;
  }
}

const start = performance.now();
const u = new Float64Array(N).fill(1);
const v = new Float64Array(N);
const between = new Float64Array(N);
for (let i = 0; i < 10; i++) {
  multiply(u, between, false);
  multiply(between, v, true);
  multiply(v, between, false);
  multiply(between, u, true);
}
let uv = 0, vv = 0;
for (let i = 0; i < N; i++) {
  uv += u[i] * v[i];
  vv += v[i] * v[i];
}
const norm = Math.sqrt(uv / vv);
if (norm.toFixed(6) !== '1.274224') throw new Error(norm);
console.log(JSON.stringify({ ms: performance.now() - start }));
