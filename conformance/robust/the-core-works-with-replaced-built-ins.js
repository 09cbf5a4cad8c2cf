'use strict';

// All built-ins at once are replaced by functions that throw, but for those in patched/breaking.txt; then the core is used:
// files, HTTP, streams, timers, console, modules and the rest (patched/steps.js). Each step answers what it answers with the
// built-ins in place. `patched/run.js` replaces one at a time, with any runtime.

const { readFileSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const dir = process.env.PATCHED_DIR = mkdtempSync(join(tmpdir(), 'patched-'));
const { all } = require('../patched/builtins.js');
const { steps } = require('../patched/steps.js');

const LIMIT_MS = 20_000;
const kept = new Set(readFileSync(join(__dirname, '../patched/breaking.txt'), 'utf8').split('\n')
  .filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.slice(2)));
// Output to the terminal is another matter: the test's own must be `ok` alone.
const names = Object.keys(steps).filter((name) => name !== 'realConsole');

const { defineProperty, getOwnPropertyDescriptor } = Reflect;
const { Error, Promise, setTimeout, clearTimeout, setImmediate } = globalThis;
process.removeAllListeners('warning');
let failed;
process.on('uncaughtException', (error) => { failed(error); });

const places = all().filter(({ name }) => !kept.has(name)).map(({ name, owner, key }) => ({
  owner, key, original: getOwnPropertyDescriptor(owner, key),
  bad: () => { throw new Error(`the program's ${name} was called`); },
}));

function replaceAll() {
  for (let i = 0; i < places.length; i++) {
    const { owner, key, original, bad } = places[i];
    if (original.get !== undefined) defineProperty(owner, key, { __proto__: null, get: bad, set: original.set, configurable: true });
    else defineProperty(owner, key, { __proto__: null, value: bad, writable: true, configurable: true });
  }
}

function putBack() {
  for (let i = 0; i < places.length; i++) {
    const { owner, key, original } = places[i];
    const { value, get, set, writable, enumerable } = original;
    if (get !== undefined) defineProperty(owner, key, { __proto__: null, get, set, enumerable, configurable: true });
    else defineProperty(owner, key, { __proto__: null, value, writable, enumerable, configurable: true });
  }
}

function limited(name) {
  let timer;
  const ended = new Promise((resolve, reject) => {
    failed = reject;
    timer = setTimeout(() => reject(new Error('nothing happened')), LIMIT_MS);
    (async () => {
      try { resolve(await steps[name]()); } catch (error) { reject(error); }
    })();
  });
  return (async () => {
    try { return await ended; } finally { clearTimeout(timer); }
  })();
}

async function runAll(outcomes) {
  for (let i = 0; i < names.length; i++) {
    try { outcomes[i] = `${await limited(names[i])}`; } catch (error) { outcomes[i] = error; }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

(async () => {
  const expected = [];
  const outcomes = [];
  const { log, error: logError } = console;
  await runAll(expected);
  replaceAll();
  await runAll(outcomes);
  putBack();
  rmSync(dir, { recursive: true, force: true });
  const wrong = names.filter((name, i) => outcomes[i] !== expected[i]);
  for (const name of wrong) {
    const i = names.indexOf(name);
    logError(name, 'answered', outcomes[i], 'and with the built-ins in place', expected[i]);
  }
  if (places.length < 500) logError('these are not all built-ins');
  else if (wrong.length === 0) log('ok');
  process.exit(wrong.length === 0 ? 0 : 1);
})();
