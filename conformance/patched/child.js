'use strict';

// Replaces built-ins one after another and runs the steps with each: `child.js RESULTS MODE NAME...`. MODE is how:
// `throws` (a function that throws takes its place), `deletes`, `inherited` (a function on Object.prototype),
// `inherited-getters` (a getter on Object.prototype that throws).
// After each built-in it is put back, and a line of JSON goes to the file RESULTS.

const { appendFileSync } = require('fs');
const { steps } = require('./steps.js');
const { all } = require('./builtins.js');

const [, , results, mode, ...names] = process.argv;
const only = process.env.PATCHED_STEPS?.split(',');
const LIMIT_MS = Number(process.env.PATCHED_LIMIT_MS ?? 3000);
const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const { Promise, Error, setTimeout, clearTimeout, setImmediate, String } = globalThis;

const bad = (name) => function replaced() { throw new Error(`the program's ${name} was called`); };
const byName = new Map();
for (const each of all()) byName.set(each.name, each);
const stepNames = Object.keys(steps).filter((name) => only === undefined || only.includes(name));

let failed; // by a step's late callback
process.on('uncaughtException', (error) => { failed?.(error); });

function limited(name) {
  let timer;
  return new Promise((resolve, reject) => {
    failed = reject;
    timer = setTimeout(() => reject(new Error('nothing happened')), LIMIT_MS);
    const run = async () => steps[name]();
    (async () => {
      try { resolve(await run()); } catch (error) { reject(error); }
    })();
  });
}

// Gives what each step answered, or its error.
async function runSteps() {
  const outcomes = { __proto__: null };
  for (let i = 0; i < stepNames.length; i++) {
    const name = stepNames[i];
    try {
      outcomes[name] = { result: await limited(name) };
    } catch (error) {
      outcomes[name] = { error };
    }
    await new Promise((resolve) => setImmediate(resolve)); // what it left behind runs before the next
  }
  return outcomes;
}

function describe(outcome) {
  if (!('error' in outcome)) return { result: String(outcome.result) };
  const { error } = outcome;
  let message;
  try { message = error.stack === undefined ? String(error) : String(error.stack).split('\n').slice(0, 6).join('\n'); } catch { message = 'an error'; }
  return { error: message };
}

function replace(name) {
  if (name === 'nothing') return () => {};
  const { owner, key } = mode.startsWith('inherited') ? { owner: Object.prototype, key: name } : byName.get(name);
  const original = getOwnPropertyDescriptor(owner, key);
  if (mode === 'deletes') {
    deleteProperty(owner, key);
  } else if (mode === 'inherited-getters') {
    const set = function(value) { defineProperty(this, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }); };
    defineProperty(owner, key, { __proto__: null, get: bad(name), set, configurable: true });
  } else if (original?.get !== undefined) {
    defineProperty(owner, key, { __proto__: null, get: bad(name), set: original.set, configurable: true });
  } else {
    defineProperty(owner, key, { __proto__: null, value: bad(name), writable: true, configurable: true, enumerable: false });
  }
  return () => {
    if (original === undefined) deleteProperty(owner, key);
    else defineProperty(owner, key, { __proto__: null, ...original });
  };
}

(async () => {
  for (let i = 0; i < names.length; i++) {
    if (!mode.startsWith('inherited') && names[i] !== 'nothing' && !byName.has(names[i])) {
      appendFileSync(results, `${JSON.stringify({ name: names[i], outcomes: {} })}\n`);
      continue;
    }
    const putBack = replace(names[i]);
    const raw = await runSteps();
    putBack();
    const outcomes = {};
    for (const name of stepNames) outcomes[name] = describe(raw[name]);
    appendFileSync(results, `${JSON.stringify({ name: names[i], outcomes })}\n`);
  }
  process.exit(0);
})();
