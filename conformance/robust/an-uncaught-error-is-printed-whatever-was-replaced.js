'use strict';

// A program may replace or remove any built-in. An error that nobody catches is printed all the same and ends the process
// with code 1, wherever it was thrown; timers, ticks, immediates and rejections still get there, and so do short texts to
// stdout and stderr. Here all built-ins are replaced at once.

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');

const TEXT = 'the text of the error';
const KINDS = ['throws', 'nothing', 'removed', 'polluted'];
const PLACES = ['main', 'timeout', 'immediate', 'tick', 'microtask', 'rejection', 'stdout', 'console'];

const [, , kind, place] = process.argv;
if (kind === undefined) {
  for (const each of PLACES) check('throws', each);
  for (const each of KINDS.slice(1)) check(each, 'timeout');
  check('nothing', 'rejection');
  check('nothing', 'console');
  console.log('ok');
} else {
  const { Error } = globalThis;
  replaceAll(kind);
  fail(place, Error);
}

function check(kind, place) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [__filename, kind, place], { encoding: 'utf8' });
  const where = `${kind} ${place}\n${stdout}${stderr}`;
  if (place === 'stdout') assert.strictEqual(stdout, `${TEXT}\n`, where);
  else if (place === 'console') assert.strictEqual(stderr, `${TEXT}\n`, where);
  else assert.match(stderr, new RegExp(`^/.*:\\d+\n.*\n *\\^\n\nError: ${TEXT}\n    at `), where);
  assert.strictEqual(status, place === 'stdout' || place === 'console' ? 0 : 1, where);
}

// ---- in the child

function replaceAll(kind) {
  const { Error } = globalThis;
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const properties = [];
  const kept = new Set(['constructor', 'prototype', 'prepareStackTrace', 'stackTraceLimit']);
  const add = (owner, keys = ownKeys(owner)) => {
    for (const key of keys) {
      const property = getOwnPropertyDescriptor(owner, key);
      if (kept.has(key) || !property.configurable) continue;
      if (typeof property.value === 'function' || property.get !== undefined) properties.push({ owner, key, property });
    }
  };
  const isBuiltIn = (value) => typeof value === 'function' && /\{ \[native code\] \}$/.test(Function.prototype.toString.call(value));
  const names = ownKeys(globalThis).filter((key) => isBuiltIn(getOwnPropertyDescriptor(globalThis, key).value));
  for (const owner of [...names.map((name) => globalThis[name]), Reflect, Math, JSON, Atomics, Intl, WebAssembly]) {
    add(owner);
    if (owner.prototype !== undefined) add(owner.prototype);
  }
  for (const owner of [
    getPrototypeOf(Uint8Array), getPrototypeOf(Uint8Array.prototype), getPrototypeOf([][Symbol.iterator]()),
    getPrototypeOf(new Map().entries()), getPrototypeOf(new Set().values()), getPrototypeOf(''[Symbol.iterator]()),
    getPrototypeOf(function* () {}).prototype, getPrototypeOf('a'.matchAll(/a/g)),
  ]) add(owner);
  add(globalThis, names);
  if (properties.length < 500) throw new Error('these are not all built-ins');

  const bad = kind === 'throws' ? () => { throw new Error('a replaced built-in was called'); } : () => {};
  if (kind === 'polluted') {
    for (const key of ['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'colors', 'depth', 'then']) {
      defineProperty(Object.prototype, key, { __proto__: null, value: 1, writable: true, configurable: true });
    }
    for (let i = 0; i < 100; i++) {
      defineProperty(Array.prototype, i, { __proto__: null, get: bad, set: bad, configurable: true });
    }
    return;
  }
  for (let i = 0; i < properties.length; i++) {
    const { owner, key, property } = properties[i];
    if (kind === 'removed') {
      deleteProperty(owner, key);
    } else if (property.get !== undefined) {
      defineProperty(owner, key, { __proto__: null, get: bad, set: property.set, configurable: true });
    } else {
      defineProperty(owner, key, { __proto__: null, value: bad, writable: true, configurable: true });
    }
  }
}

function fail(place, Error) {
  const run = () => { throw new Error(TEXT); };
  if (place === 'main') run();
  else if (place === 'timeout') setTimeout(run, 1);
  else if (place === 'immediate') setImmediate(run);
  else if (place === 'tick') process.nextTick(run);
  else if (place === 'microtask') queueMicrotask(run);
  else if (place === 'rejection') (async () => run())();
  else if (place === 'stdout') process.stdout.write(`${TEXT}\n`);
  else console.error(TEXT);
}
