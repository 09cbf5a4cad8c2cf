'use strict';

// An add-on in C, compiled here where there is a gcc, makes a million calls of Node-API: handles, objects, strings, functions,
// externals, wrapped objects, references, buffers. When they have been collected, as much memory is in use as before.

const assert = require('node:assert');
const { setImmediate: turn } = require('node:timers/promises');
const { checkWithAddon } = require('./support/addons');

const FUNCTIONS = 17; // of `loop`
const WARM_UP = 4;
const ROUNDS = 6;
const CALLS = 100_000; // in each
// Java's heap grows in steps, up to its own limit.
const MOST_GROWTH = { rss: 32 * 2 ** 20, heapUsed: 3 * 2 ** 20, external: 2 ** 20 };

const given = { 7: { a: 1 }, 8: () => 1, 9: [1], 10: 'hello' };

async function round(addon) {
  for (let part = 0; part < 10; part++) {
    for (let i = 0; i < FUNCTIONS; i++) addon.loop(i, Math.ceil(CALLS / FUNCTIONS / 10), given[i]);
    await turn();
  }
  for (let i = 0; i < CALLS / 10; i++) addon.adds(1, 2, 3);
  for (let i = 0; i < 3; i++) {
    gc();
    await turn();
  }
  return process.memoryUsage();
}

async function check(addon) {
  const figures = [];
  for (let i = 0; i < WARM_UP + ROUNDS; i++) figures.push(await round(addon));
  for (const [name, most] of Object.entries(MOST_GROWTH)) {
    const before = figures[WARM_UP - 1][name];
    const after = Math.min(...figures.slice(-3).map((each) => each[name]));
    assert.ok(after - before < most, `${name}: ${figures.map((each) => Math.round(each[name] / 1024))} KiB`);
  }
  const finalizers = 3; // functions of `loop` that make something with one
  const made = (WARM_UP + ROUNDS) * 10 * Math.ceil(CALLS / FUNCTIONS / 10) * finalizers;
  for (let i = 0; i < 100 && addon.freed() < made; i++) {
    gc();
    await turn();
  }
  assert.strictEqual(addon.freed(), made);
}

checkWithAddon(__filename, 'calls.c', check);
