'use strict';

// client.js PORT REQUESTS sequential|parallel

const start = performance.now();
const [, , port, count, mode] = process.argv;
const url = `http://127.0.0.1:${port}/`;
const WARM_UP = 1500;
const AT_A_TIME = 50;

async function one() {
  const response = await fetch(url);
  const { n } = await response.json();
  if (n !== 123) throw new Error('a wrong answer');
}

(async () => {
  await one();
  const coldMs = performance.now() - start;
  for (let i = 0; i < WARM_UP; i++) await one();
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  let left = Number(count);
  const run = async () => { while (left-- > 0) await one(); };
  await Promise.all(Array.from({ length: mode === 'parallel' ? AT_A_TIME : 1 }, run));
  const seconds = (performance.now() - before) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(mode, `${Math.round(count / seconds)} requests/s, ${((user + system) / count).toFixed(1)} µs CPU a request,`,
    `first after ${coldMs.toFixed(0)} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  process.exit();
})();
