'use strict';
// The rules of gyre:pool (order, bounds, abort, replacement, counts), step by step on an executor that runs nothing: the test
// says when a runner is ready, what becomes of its task and when it is gone.

const assert = require('node:assert');
const { once } = require('node:events');
const { Pool } = require('gyre:pool');

class Runner {
  tasks = [];
  end = undefined; // 'stop' or 'kill'
  constructor(job, listener) {
    this.job = job;
    this.listener = listener;
    this.threadId = 100 + Number(job.name.split('-').at(-1));
  }
  run(id, value) {
    if (typeof value === 'function') throw new TypeError('can not be sent');
    this.tasks.push({ id, value });
  }
  stop() { this.end = 'stop'; }
  kill() { this.end = 'kill'; }
  get value() { return this.tasks.at(-1)?.value; }
  done(value) { this.listener.done(this.tasks.at(-1).id, value); }
  fail(error) { this.listener.failed(this.tasks.at(-1).id, error); }
  gone(exitCode = 0, error = undefined) { this.listener.gone({ exitCode, error }); }
}

class Executor {
  runners = [];
  isBroken = false;
  start(job, listener) {
    if (this.isBroken) throw new Error('no runner to be had');
    const runner = new Runner(job, listener);
    this.runners.push(runner);
    return runner;
  }
}

function open(options) {
  const executor = new Executor();
  const pool = new Pool('/some/file.js', { name: 'p', ...options, executor });
  return { pool, executor, runners: executor.runners };
}

const codeOf = (promise) => promise.then(() => 'no error', (error) => error.code);
const counts = (pool) => {
  const { submitted, completed, failed, cancelled, waiting, running, refused } = pool.stats();
  return { submitted, completed, failed, cancelled, waiting, running, refused };
};

const tests = {
  async 'runs tasks in order, higher priorities first'() {
    const { pool, runners } = open({ size: 1 });
    assert.strictEqual(runners.length, 1);
    assert.strictEqual(runners[0].job.target.href, 'file:///some/file.js');
    const results = ['a', 'b', 'c', 'd', 'e'].map((value, i) => pool.run(value, { priority: [0, 0, 5, -1, 5][i] }));
    runners[0].listener.ready();
    const order = [];
    for (let i = 0; i < 5; i++) {
      order.push(runners[0].value);
      runners[0].done(runners[0].value.toUpperCase());
    }
    assert.deepStrictEqual(order, ['c', 'e', 'a', 'b', 'd']);
    assert.deepStrictEqual(await Promise.all(results), ['A', 'B', 'C', 'D', 'E']);
    assert.strictEqual(pool.stats().queueWait.count, 5);
    assert.strictEqual(pool.stats().runTime.count, 5);
  },

  async 'refuses what is over size and queue, or lets it wait'() {
    const { pool, runners } = open({ size: 1, maxQueue: 2 });
    const taken = [1, 2, 3].map((value) => pool.run(value));
    assert.ok(pool.isFull);
    await assert.rejects(pool.run(4), {
      code: 'ERR_GYRE_POOL_FULL', message: 'The pool "p" is full: 3 tasks wait for a worker, and maxQueue is 2',
    });
    const order = [];
    const first = pool.room().then(() => order.push('first'));
    const second = pool.room().then(() => order.push('second'));
    runners[0].listener.ready();
    const drain = once(pool, 'drain');
    runners[0].done('one');
    await first;
    assert.deepStrictEqual(order, ['first']);
    await drain;
    runners[0].done('two');
    runners[0].done('three');
    await second;
    assert.deepStrictEqual(await Promise.all(taken), ['one', 'two', 'three']);
    assert.deepStrictEqual(counts(pool), { submitted: 3, completed: 3, failed: 0, cancelled: 0, waiting: 0, running: 0, refused: 1 });

    const patient = open({ size: 1, maxQueue: 0, whenFull: 'wait' });
    patient.runners[0].listener.ready();
    const both = [patient.pool.run(1), patient.pool.run(2)];
    assert.ok(patient.pool.isFull);
    patient.runners[0].done('x');
    patient.runners[0].done('y');
    assert.deepStrictEqual(await Promise.all(both), ['x', 'y']);
  },

  async 'aborts waiting tasks, and running ones with their worker'() {
    const { pool, runners } = open({ size: 1 });
    const exits = [];
    pool.on('workerExit', (end) => exits.push(end));
    runners[0].listener.ready();
    const running = new AbortController();
    const waiting = new AbortController();
    const results = [
      codeOf(pool.run('runs', { signal: running.signal })),
      codeOf(pool.run('waits', { signal: waiting.signal })),
      codeOf(pool.run('too late', { signal: AbortSignal.abort() })),
    ];
    const last = pool.run('last');
    waiting.abort();
    assert.strictEqual(runners[0].end, undefined);
    running.abort();
    assert.strictEqual(runners[0].end, 'kill');
    runners[0].done('too late'); // the worker had just finished
    assert.deepStrictEqual(await Promise.all(results), ['ABORT_ERR', 'ABORT_ERR', 'ABORT_ERR']);
    runners[0].gone(1);
    assert.strictEqual(runners.length, 2);
    runners[1].listener.ready();
    runners[1].done('done');
    assert.strictEqual(await last, 'done');
    assert.deepStrictEqual(exits, [{ name: 'p-1', threadId: 101, exitCode: 1, error: undefined, reason: 'aborted' }]);
    assert.deepStrictEqual(counts(pool), { submitted: 4, completed: 1, failed: 0, cancelled: 3, waiting: 0, running: 0, refused: 0 });
    const reason = new Error('why');
    const controller = new AbortController();
    const refused = pool.run(1, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(refused, (error) => error.name === 'AbortError' && error.cause === reason);
  },

  async 'rejects the task of a worker that dies, names it, and replaces it'() {
    const { pool, runners } = open({ size: 1 });
    runners[0].listener.ready();
    const cause = new Error('out of luck');
    const first = pool.run(1);
    const second = pool.run(2);
    runners[0].gone(1, cause);
    await assert.rejects(first, {
      code: 'ERR_GYRE_POOL_WORKER_DIED', cause, worker: { name: 'p-1', threadId: 101, exitCode: 1 },
      message: 'Worker "p-1" (thread 101) ended while it ran a task: out of luck',
    });
    runners[1].listener.ready();
    runners[1].gone(7);
    await assert.rejects(second, { message: 'Worker "p-2" (thread 102) ended while it ran a task: exit code 7' });
    assert.strictEqual(pool.stats().workers.died, 2);
    assert.strictEqual(runners.length, 3); // replaced ahead
    runners[2].listener.ready();
    runners[2].gone(0); // idle, and it has done nothing: replaced when needed
    assert.strictEqual(runners.length, 3);
    const third = pool.run(3);
    assert.strictEqual(runners.length, 4);
    runners[3].listener.ready();
    runners[3].done('fine');
    assert.strictEqual(await third, 'fine');
  },

  async 'rejects what waits when no worker can start, and tries again with the next task'() {
    const { pool, executor, runners } = open({ size: 2 });
    const cause = new SyntaxError('file is broken');
    const tasks = [pool.run(1), pool.run(2)];
    runners[0].gone(1, cause);
    assert.strictEqual(pool.stats().waiting, 2); // the other may be better
    runners[1].gone(1, cause);
    for (const task of tasks) {
      await assert.rejects(task, {
        code: 'ERR_GYRE_POOL_START_FAILED', cause, message: 'Worker "p-2" of the pool "p" could not start: file is broken',
      });
    }
    assert.strictEqual(runners.length, 2);
    const again = pool.run(3);
    assert.strictEqual(runners.length, 3);
    runners[2].listener.ready();
    runners[2].done('good');
    assert.strictEqual(await again, 'good');
    runners[2].gone(0);
    runners[3].gone(0);
    executor.isBroken = true;
    await assert.rejects(pool.run(4), { message: 'A worker of the pool "p" could not start: no runner to be had' });
    await pool.close();
  },

  async 'recycles workers, lets idle ones go, starts them when needed'() {
    const { pool, runners } = open({ size: 2, recycleAfter: 2, idleTimeout: 5, minSize: 1 });
    const exits = [];
    pool.on('workerExit', ({ reason }) => exits.push(reason));
    runners[0].listener.ready();
    for (let i = 0; i < 2; i++) {
      const result = pool.run(i);
      runners[0].done(i);
      await result;
    }
    assert.strictEqual(runners[0].end, 'stop');
    runners[0].gone();
    assert.strictEqual(runners.length, 3);
    runners[1].listener.ready();
    runners[2].listener.ready();
    for (let left = 1e6; runners[1].end === undefined && left > 0; left--) await new Promise(setImmediate);
    assert.strictEqual(runners[1].end, 'stop');
    runners[1].gone();
    assert.strictEqual(runners[2].end, undefined); // minSize
    assert.deepStrictEqual(exits, ['recycled', 'idle']);
    const both = [pool.run('a'), pool.run('b')];
    assert.strictEqual(runners.length, 4);
    runners[2].done(1);
    runners[2].done(2);
    await Promise.all(both);
  },

  async 'fails only the tasks that can not be sent'() {
    const { pool, runners } = open({ size: 1 });
    const tasks = Array.from({ length: 20_000 }, () => codeOf(pool.run(() => {})));
    const good = pool.run('good');
    runners[0].listener.ready();
    runners[0].done('good');
    assert.strictEqual(await good, 'good');
    await Promise.all(tasks);
    assert.strictEqual(pool.stats().failed, 20_000);
    runners[0].listener.message('beside');
  },

  async 'closes after its tasks, destroys them at once'() {
    const { pool, runners } = open({ size: 2 });
    runners[0].listener.ready();
    const tasks = [pool.run(1), pool.run(2)];
    const closed = pool.close();
    assert.strictEqual(await codeOf(pool.run(3)), 'ERR_GYRE_POOL_CLOSED');
    assert.strictEqual(runners[0].end, undefined);
    runners[0].done('a');
    runners[0].done('b');
    assert.deepStrictEqual(await Promise.all(tasks), ['a', 'b']);
    assert.deepStrictEqual(runners.map((runner) => runner.end), ['stop', 'kill']); // the other had not started
    const event = once(pool, 'close');
    runners[0].gone();
    runners[1].gone();
    await closed;
    await event;
    await pool.close();
    await pool.destroy();

    const other = open({ size: 1 });
    other.runners[0].listener.ready();
    const lost = [other.pool.run(1), other.pool.run(2)].map(codeOf);
    const destroyed = other.pool.destroy();
    assert.deepStrictEqual(await Promise.all(lost), ['ERR_GYRE_POOL_CLOSED', 'ERR_GYRE_POOL_CLOSED']);
    assert.strictEqual(other.runners[0].end, 'kill');
    other.runners[0].gone(1);
    await destroyed;
    assert.deepStrictEqual(counts(other.pool), { submitted: 2, completed: 0, failed: 0, cancelled: 2, waiting: 0, running: 0, refused: 0 });
  },

  async 'maps in order, reads no further ahead than it may'() {
    const { pool, runners } = open({ size: 2 });
    runners.forEach((runner) => runner.listener.ready());
    let read = 0;
    let returned = false;
    const source = {
      async* [Symbol.asyncIterator]() {
        try {
          while (true) yield ++read;
        } finally {
          returned = true;
        }
      },
    };
    const turns = async () => { for (let i = 0; i < 50; i++) await null; };
    const results = pool.map(source, { concurrency: 3 });
    const first = results.next();
    await turns();
    assert.strictEqual(read, 3);
    const runnerOf = (value) => runners.find((runner) => runner.value === value);
    runnerOf(2).done('two');
    await turns();
    assert.strictEqual(read, 3); // the second is done, but the first is not taken
    runnerOf(1).done('one');
    assert.deepStrictEqual(await first, { value: 'one', done: false });
    assert.deepStrictEqual(await results.next(), { value: 'two', done: false });
    await results.return();
    assert.ok(returned);
    const { cancelled, waiting, running } = pool.stats();
    assert.strictEqual(waiting, 0);
    assert.ok(cancelled + running > 0);

    // A failure comes at its place, a failure of the source after what was read before it.
    for (const runner of runners) if (pool.stats().running > 0) runner.done();
    async function* fails() {
      yield 'x';
      throw new Error('source');
    }
    const seen = [];
    const consumer = (async () => { for await (const value of pool.map(fails())) seen.push(value); })();
    await turns();
    runnerOf('x').done('X');
    await assert.rejects(consumer, { message: 'source' });
    assert.deepStrictEqual(seen, ['X']);
    const broken = pool.map(['bad', 'good']).next();
    await turns();
    runnerOf('bad').fail(new Error('task'));
    await assert.rejects(broken, { message: 'task' });
    assert.throws(() => pool.map(7), { code: 'ERR_ARG_NOT_ITERABLE' });
  },

  async 'is a core module with a scheme of its own'() {
    const { builtinModules, isBuiltin, registerHooks } = require('node:module');
    assert.deepStrictEqual(['gyre:pool', 'gyre/pool', 'node:gyre/pool', 'gyre:', 'gyre:none'].map(isBuiltin), [true, false, false, false, false]);
    assert.ok(!builtinModules.includes('gyre:pool')); // which lists what Node has
    assert.strictEqual(require.resolve('gyre:pool'), 'gyre:pool');
    assert.strictEqual(process.getBuiltinModule('gyre:pool').Pool, Pool);
    assert.strictEqual((await import('gyre:pool')).Pool, Pool);
    assert.throws(() => require('gyre:none'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
    await assert.rejects(import('gyre:none'), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
    assert.throws(() => require('gyre/pool'), { code: 'MODULE_NOT_FOUND' });
    const hooks = registerHooks({ resolve: (name, context, next) => next(name === 'my-pool' ? 'gyre:pool' : name, context) });
    assert.strictEqual(require('my-pool').Pool, Pool);
    assert.strictEqual(require('gyre:pool').Pool, Pool);
    assert.strictEqual((await import('my-pool')).Pool, Pool);
    hooks.deregister();
  },

  async 'says what is wrong with its arguments'() {
    const make = (target, options) => () => new Pool(target, { executor: new Executor(), ...options });
    assert.throws(make(Math.max), { code: 'ERR_INVALID_ARG_VALUE', message: /native or bound function, which has no source/ });
    assert.throws(make(function() {}.bind(1)), /native or bound/);
    assert.throws(make(class A {}), /is a class/);
    assert.throws(make(7), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(make(new URL('http://localhost/')), /must be a file: or data: URL/);
    assert.throws(make('x', { size: 0 }), { code: 'ERR_OUT_OF_RANGE' });
    assert.throws(make('x', { maxQueue: -1 }), { code: 'ERR_OUT_OF_RANGE' });
    assert.throws(make('x', { whenFull: 'never' }), { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(make('x', { executor: {} }), { code: 'ERR_INVALID_ARG_TYPE' });
    make({ f(x) { return x; } }.f)();
    make(async (x) => x)();
    const { pool } = open({ size: 1 });
    assert.strictEqual(await codeOf(pool.run(1, { priority: 'high' })), 'ERR_INVALID_ARG_TYPE');
    assert.strictEqual(await codeOf(pool.run(1, { transferList: 1 })), 'ERR_INVALID_ARG_TYPE');
    assert.strictEqual(await codeOf(pool.run(1, { signal: {} })), 'ERR_INVALID_ARG_TYPE');
  },
};

(async () => {
  for (const [name, test] of Object.entries(tests)) {
    await test().catch((error) => { throw new Error(`a pool ${name}`, { cause: error }); });
  }
  console.log('ok');
  process.exit(); // pools of which tasks are left keep the process
})();
