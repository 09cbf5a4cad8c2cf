'use strict';
// The greatest eigenvalue of an endless matrix: floating point in tight loops.
const N = 2000;
const entry = (i, j) => 1 / (((i + j) * (i + j + 1)) / 2 + i + 1);

function timesMatrix(vector, result) {
  for (let i = 0; i < N; i++) {
    let sum = 0;
    for (let j = 0; j < N; j++) sum += entry(i, j) * vector[j];
    result[i] = sum;
  }
}

function timesTransposed(vector, result) {
  for (let i = 0; i < N; i++) {
    let sum = 0;
    for (let j = 0; j < N; j++) sum += entry(j, i) * vector[j];
    result[i] = sum;
  }
}

const start = performance.now();
const u = new Float64Array(N).fill(1);
const v = new Float64Array(N);
const between = new Float64Array(N);
for (let i = 0; i < 10; i++) {
  timesMatrix(u, between);
  timesTransposed(between, v);
  timesMatrix(v, between);
  timesTransposed(between, u);
}
let uv = 0, vv = 0;
for (let i = 0; i < N; i++) {
  uv += u[i] * v[i];
  vv += v[i] * v[i];
}
const norm = Math.sqrt(uv / vv);
if (norm.toFixed(6) !== '1.274224') throw new Error(norm);
console.log(JSON.stringify({ ms: performance.now() - start }));
