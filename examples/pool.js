// A pool of workers that count primes: gyre examples/pool.js
const { Pool } = require('gyre:pool');

// The function is sent to the workers as source, so it uses nothing outside of itself.
function primesBelow(n) {
  let count = 0;
  for (let i = 2; i < n; i++) {
    let isPrime = true;
    for (let j = 2; j * j <= i && isPrime; j++) isPrime = i % j !== 0;
    if (isPrime) count++;
  }
  return count;
}

(async () => {
  await using pool = new Pool(primesBelow, { size: 2 });
  console.log('below 100:', await pool.run(100));
  for await (const count of pool.map([1_000, 10_000, 100_000])) console.log('and then:', count);

  const busy = pool.run(1e12, { signal: AbortSignal.timeout(50) });
  await busy.catch((error) => console.log('the last one:', error.name));
  const { submitted, completed, failed, cancelled } = pool.stats();
  console.log({ submitted, completed, failed, cancelled });
})();
