import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Tinypool } from 'tinypool';
import workerpool from 'workerpool';
import { Worker } from 'jest-worker';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const say = (error) => `${error.name}: ${error.message} ${error.code ?? ''}`.trim();

for (const [name, Pool] of [['piscina', Piscina], ['tinypool', Tinypool]]) {
  const pool = new Pool({ filename: file('task.cjs'), minThreads: 2, maxThreads: 2 });
  console.log(name, (await Promise.all(Array.from({ length: 100 }, (_, i) => pool.run(i)))).join());
  await pool.run({ fail: 'no' }).catch((error) => console.log(name, say(error), error.stack.includes('task.cjs')));
  const { buffer } = Uint8Array.of(1, 2, 3);
  console.log(name, await pool.run({ buffer }, { transferList: [buffer] }), buffer.byteLength);
  const aborted = new AbortController();
  const endless = pool.run({ forever: true }, { signal: aborted.signal });
  setTimeout(() => aborted.abort(), 50);
  await endless.catch((error) => console.log(name, error.name));
  // A task whose worker exits never settles in tinypool.
  if (name === 'piscina') await pool.run({ exit: true }).catch((error) => console.log(name, error.name, error.message));
  console.log(name, await pool.run(21), await pool.run(null, { name: 'inThread' }));
  await pool.destroy();
}

for (const workerType of ['thread', 'process']) {
  const pool = workerpool.pool(file('pooled.cjs'), { maxWorkers: 2, workerType });
  console.log(workerType, (await Promise.all([1, 2, 3].map((n) => pool.exec('work', [n])))).join());
  await pool.exec('work', [{ fail: 'no' }]).catch((error) => console.log(workerType, say(error)));
  await pool.exec('work', [{ forever: true }]).timeout(200).catch((error) => console.log(workerType, error.message));
  console.log(workerType, await pool.exec((a, b) => a + b, [1, 2]));
  await pool.terminate();
}

for (const enableWorkerThreads of [true, false]) {
  const worker = new Worker(file('task.cjs'), { enableWorkerThreads, numWorkers: 2, exposedMethods: ['work', 'inThread'] });
  console.log('jest-worker', await Promise.all([worker.work(1), worker.work(2), worker.inThread()]));
  await worker.work({ fail: 'no' }).catch((error) => console.log('jest-worker', say(error)));
  console.log('jest-worker', await worker.end());
}
