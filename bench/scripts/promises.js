'use strict';
// Ten million continuations: half by await, half by then in batches of a thousand.
const HALF = 5_000_000;
const BATCH = 1000;
async function main() {
  const start = performance.now();
  for (let i = 0; i < HALF; i++) await i;

  let done = 0;
  const one = () => { done++; };
  for (let round = 0; round < HALF / BATCH; round++) {
    for (let i = 1; i < BATCH; i++) Promise.resolve().then(one);
    await Promise.resolve().then(one);
  }
  if (done !== HALF) throw new Error(`${done} of ${HALF}`);
  console.log(JSON.stringify({ ms: performance.now() - start }));
}
main();
