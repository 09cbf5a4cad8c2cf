// The average of the numbers from 1 to n, as the guide "Don't Block the Event Loop" has it, in all versions. Each is a function
// of n that gives the average or a promise of it; `all` has those that this runtime can do.
const BLOCK = 100_000; // additions between two looks at the loop

// Nobody else is served until it is done.
function blocking(n) {
  let sum = 0;
  for (let i = 1; i <= n; i++) sum += i;
  return sum / n;
}

// A block of additions for each turn of the loop. How long a block takes depends on the machine, and on what else waits.
function partitioned(n) {
  return new Promise((resolve) => {
    let sum = 0;
    let i = 1;
    (function addBlock() {
      for (const end = Math.min(n, i + BLOCK - 1); i <= end; i++) sum += i;
      if (i > n) resolve(sum / n);
      else setImmediate(addBlock);
    })();
  });
}

const all = { blocking, partitioned };

if (process.versions.gyre !== undefined) {
  const { breathe } = require('gyre:yield');
  const { Pool } = require('gyre:pool');

  // The same loop; the clock decides when the loop gets a turn.
  all.breathe = async (n) => {
    let sum = 0;
    for (let i = 1; i <= n; i++) {
      sum += i;
      if (i % BLOCK === 0) await breathe();
    }
    return sum / n;
  };

  // On another thread: the loop does nothing but wait.
  let pool;
  all.pool = (n) => (pool ??= new Pool(blocking, { size: 1 })).run(n);
}

module.exports = all;
