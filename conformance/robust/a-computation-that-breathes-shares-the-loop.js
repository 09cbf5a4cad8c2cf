'use strict';
// gyre:yield: breathe() waits for a turn of the loop when the slice is used up, and only then; tasks go on in turn.

const assert = require('node:assert');
const { AsyncLocalStorage } = require('node:async_hooks');
const { breathe, isDue } = require('gyre:yield');

const turn = () => new Promise(setImmediate);
const now = () => process.hrtime.bigint();
const compute = (ms) => { for (const end = now() + BigInt(ms * 1e6); now() < end;); };

const tests = {
  async 'costs no promise while there is time'() {
    await turn();
    const [first, second] = [breathe({ slice: 1e9 }), breathe({ slice: 1e9 })];
    assert.strictEqual(first, second);
    assert.ok(Object.isFrozen(first));
    assert.strictEqual(await first, undefined);
    assert.strictEqual(isDue({ slice: 1e9 }), false);
  },

  async 'lets the loop have a turn when the slice is used up'() {
    let hasTurned = false;
    setImmediate(() => { hasTurned = true; });
    compute(3);
    assert.strictEqual(isDue({ slice: 1 }), true);
    await breathe({ slice: 1 });
    assert.ok(hasTurned);
  },

  async 'lets timers and input come between'() {
    let fired = 0;
    const timer = setInterval(() => { fired++; }, 1);
    for (const end = now() + 20_000_000_000n; now() < end && fired < 5;) {
      compute(1);
      await breathe({ slice: 2 });
    }
    clearInterval(timer);
    assert.ok(fired >= 5, `the timer fired ${fired} times`);
  },

  async 'serves tasks in turn, one for each turn of the loop'() {
    const order = [];
    let turns = 0;
    let isCounting = true;
    const count = () => { if (isCounting) setImmediate(count, turns++); };
    count();
    const task = async (name) => {
      for (let i = 0; i < 4; i++) {
        await breathe({ slice: 0 });
        order.push(`${name}${i}`);
      }
    };
    await Promise.all([task('a'), task('b'), task('c')]);
    isCounting = false;
    assert.deepStrictEqual(order.join(' '), 'a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3');
    assert.ok(turns >= 11, `${turns} turns of the loop`);
  },

  async 'counts the slice from when the task went on'() {
    compute(3);
    await breathe({ slice: 1 });
    assert.strictEqual(isDue({ slice: 1e6 }), false);
  },

  async 'keeps the asynchronous context'() {
    const storage = new AsyncLocalStorage();
    const seen = await Promise.all([1, 2].map((id) => storage.run(id, async () => {
      await breathe({ slice: 0 });
      return storage.getStore();
    })));
    assert.deepStrictEqual(seen, [1, 2]);
  },

  async 'obeys a signal, also while it waits'() {
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = breathe({ slice: 0, signal: controller.signal });
    const next = breathe({ slice: 0 });
    controller.abort(reason);
    await assert.rejects(waiting, ({ name, code, cause }) => name === 'AbortError' && code === 'ABORT_ERR' && cause === reason);
    await next;
    await assert.rejects(breathe({ slice: 1e9, signal: controller.signal }), { name: 'AbortError' });
    for (let i = 0; i < 20; i++) await breathe({ slice: 0, signal: AbortSignal.any([]) });
  },

  async 'checks what it is given'() {
    for (const options of [1, null, { slice: '1' }, { slice: -1 }, { signal: {} }]) await assert.rejects(breathe(options), /ERR_/);
    assert.throws(() => isDue({ slice: 'x' }), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.deepStrictEqual(Object.keys(await import('gyre:yield')).sort(), ['breathe', 'default', 'isDue']);
  },
};

(async () => {
  for (const [name, test] of Object.entries(tests)) {
    await test().catch((error) => { throw new Error(`breathe ${name}`, { cause: error }); });
  }
  console.log('ok');
})();
