// Prints figures of one pool, as JSON: measure.mjs [HOST:PORT,...]
import { Pool } from 'gyre:pool';

const nodes = process.argv[2]?.split(',');
const pool = new Pool(new URL('./task.js', import.meta.url), nodes === undefined ? { size: 2 } : { nodes });

const sortedTimes = [];
async function oneByOne(count) {
  for (let i = 0; i < count; i++) {
    const began = process.hrtime.bigint();
    await pool.run(0);
    sortedTimes.push(Number(process.hrtime.bigint() - began) / 1e3);
  }
}

async function many(count, inFlight, n) {
  const began = performance.now();
  let left = count;
  const lane = async () => { while (left-- > 0) await pool.run(n); };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return count / ((performance.now() - began) / 1000);
}

await oneByOne(2000); // warm
await many(20_000, 256, 0);
sortedTimes.length = 0;
await oneByOne(5000);
sortedTimes.sort((a, b) => a - b);
const perSecond = await many(50_000, 256, 0);
const computed = await many(400, 16, 5_000_000);
console.log(JSON.stringify({ medianUs: sortedTimes[2500], p99Us: sortedTimes[4950], perSecond, computed }));
await pool.close();
