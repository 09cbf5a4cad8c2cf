'use strict';
// gyre:pool with real workers: what a task can be and bring back, and what becomes of it when its worker dies.

const assert = require('node:assert');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { Pool } = require('gyre:pool');
const { scratch } = require('./support.js');

const folder = scratch();
const file = (name, text) => {
  fs.writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};

async function targets() {
  const cjs = file('double.js', 'module.exports = (n) => n * 2;');
  const esm = file('double.mjs', 'export default async (n) => n * 2;');
  const compiled = file('compiled.js', 'exports.__esModule = true; exports.default = (n) => n * 2;');
  const data = new URL('data:text/javascript,export default (n) => n * 2');
  function self(n) { return n * 2; }
  const withRequire = (n) => require('node:os').EOL.length * n * 2;
  const withImport = async (n) => (await import('node:os')).default.EOL.length * n * 2;
  const all = [cjs, pathToFileURL(esm), path.relative(process.cwd(), esm), compiled, data, self, withRequire, withImport, { f(n) { return n * 2; } }.f];
  for (const target of all) {
    await using pool = new Pool(target, { size: 1 });
    assert.strictEqual(await pool.run(21), 42, `${target}`);
  }
  await using none = new Pool(file('none.mjs', 'export const a = 1;'), { size: 1 });
  await assert.rejects(none.run(1), { code: 'ERR_GYRE_POOL_START_FAILED', message: /none\.mjs exports no function/ });
  await using broken = new Pool(file('broken.js', 'throw Object.assign(new RangeError("not today"), { code: "EBROKEN" });'), { size: 2 });
  await assert.rejects(Promise.all([broken.run(1), broken.run(2)]), ({ cause }) => cause.name === 'RangeError' && cause.code === 'EBROKEN');
  await using missing = new Pool(path.join(folder, 'missing.js'), { size: 1 });
  await assert.rejects(missing.run(1), ({ cause }) => cause.code === 'ERR_MODULE_NOT_FOUND');
}

async function values() {
  const target = async (value) => {
    const { transfer } = process.getBuiltinModule('gyre:pool');
    if (value === 'throw') throw Object.assign(new TypeError('bad', { cause: 'why' }), { code: 'EBAD', path: '/x' });
    if (value === 'throw 7') throw 7;
    if (value === 'throw function') throw () => {};
    if (value === 'function') return () => {};
    if (value === 'data') return [require('worker_threads').workerData, process.env.POOL_TEST, require('worker_threads').threadName];
    if (value === 'message') return require('worker_threads').parentPort.postMessage({ progress: 50 });
    if (value instanceof ArrayBuffer) return transfer({ buffer: value, size: value.byteLength }, [value]);
    return value;
  };
  await using pool = new Pool(target, { size: 1, name: 'v', workerData: { a: 1 }, env: { POOL_TEST: 'yes' } });
  const map = new Map([[1, new Set([2n])]]);
  assert.deepStrictEqual(await pool.run(map), map);
  assert.strictEqual(await pool.run(), undefined);
  await assert.rejects(pool.run('throw'), (error) => error instanceof TypeError && error.message === 'bad' && error.cause === 'why' &&
    error.code === 'EBAD' && error.path === '/x' && /\[pool\]/.test(error.stack));
  await assert.rejects(pool.run('throw 7'), (thrown) => thrown === 7);
  await assert.rejects(pool.run('throw function'), /\[Function/);
  await assert.rejects(pool.run('function'), { name: 'DataCloneError' });
  await assert.rejects(pool.run(() => {}), { name: 'DataCloneError' });
  assert.deepStrictEqual(await pool.run('data'), [{ a: 1 }, 'yes', 'v-1']);
  const message = once(pool, 'message');
  await pool.run('message');
  assert.deepStrictEqual((await message)[0], { progress: 50 });
  const buffer = new Uint8Array([1, 2, 3]).buffer;
  const back = await pool.run(buffer, { transferList: [buffer] });
  assert.strictEqual(buffer.byteLength, 0);
  assert.deepStrictEqual([...new Uint8Array(back.buffer), back.size], [1, 2, 3, 3]);
}

async function deaths() {
  const target = (how) => {
    if (how === 'exit') process.exit(3);
    if (how === 'exit with result') setImmediate(() => process.exit(0));
    if (how === 'error') return new Promise(() => setImmediate(() => { throw new Error('from nowhere'); }));
    if (how === 'loop') while (true);
    return 'fine';
  };
  await using pool = new Pool(target, { size: 2, name: 'd' });
  const exits = [];
  pool.on('workerExit', ({ reason }) => exits.push(reason));
  const died = (how) => pool.run(how).then(() => assert.fail('it should have died'), (error) => error);
  const [exit, error] = await Promise.all([died('exit'), died('error')]);
  assert.strictEqual(exit.code, 'ERR_GYRE_POOL_WORKER_DIED');
  assert.match(exit.message, /^Worker "d-\d" \(thread \d+\) ended while it ran a task: exit code 3$/);
  assert.match(error.message, /^Worker "d-\d" \(thread \d+\) ended while it ran a task: from nowhere$/);
  assert.strictEqual(error.cause.message, 'from nowhere');
  const controller = new AbortController();
  const loops = [1, 2].map(() => pool.run('loop', { signal: controller.signal }));
  const waits = pool.run('after');
  while (pool.stats().running < 2) await new Promise(setImmediate);
  controller.abort();
  for (const loop of loops) await assert.rejects(loop, { name: 'AbortError' });
  assert.strictEqual(await waits, 'fine');
  assert.strictEqual(await pool.run('exit with result'), 'fine');
  const { submitted, completed, failed, cancelled } = pool.stats();
  assert.deepStrictEqual({ submitted, completed, failed, cancelled }, { submitted: 6, completed: 2, failed: 2, cancelled: 2 });
  await Promise.all([pool.run(), pool.run(), pool.run()].map((task) => task.catch((error) => assert.match(error.message, /exit code 0/))));
  while (exits.length < 5) await new Promise(setImmediate);
  assert.deepStrictEqual(exits.sort(), ['aborted', 'aborted', 'died', 'died', 'died']);
}

async function memory() {
  const target = (grow) => {
    const list = [];
    while (grow) list.push(new Array(1000).fill(Math.random()));
    return 'lives';
  };
  await using pool = new Pool(target, { size: 1, resourceLimits: { maxOldGenerationSizeMb: 20 } });
  const grows = pool.run(true);
  const after = pool.run(false);
  await assert.rejects(grows, ({ code, cause }) => code === 'ERR_GYRE_POOL_WORKER_DIED' && cause.code === 'ERR_WORKER_OUT_OF_MEMORY');
  assert.strictEqual(await after, 'lives');
}

async function crowd() {
  await using pool = new Pool((n) => n + 1, { size: 2, recycleAfter: 100, maxQueue: 10 });
  let next = 0;
  for await (const value of pool.map((function* () { for (let i = 0; i < 500; i++) yield i; })())) assert.strictEqual(value, ++next);
  assert.strictEqual(next, 500);
  const { completed, workers } = pool.stats();
  assert.strictEqual(completed, 500);
  assert.ok(workers.recycled >= 3, `${workers.recycled} recycled`);
}

async function destruction() {
  const pool = new Pool(() => { while (true); }, { size: 2 });
  const tasks = [1, 2, 3].map((n) => pool.run(n));
  while (pool.stats().running < 2) await new Promise(setImmediate);
  const destroyed = pool.destroy();
  for (const task of tasks) await assert.rejects(task, { code: 'ERR_GYRE_POOL_CLOSED' });
  await destroyed;
  assert.strictEqual(pool.stats().cancelled, 3);
}

(async () => {
  await targets();
  await values();
  await deaths();
  await memory();
  await crowd();
  await destruction();
  // A pool without tasks does not keep the process.
  const idle = new Pool(() => 1, { size: 2 });
  assert.strictEqual(await idle.run(), 1);
  process.on('exit', () => console.log('ok'));
})();
