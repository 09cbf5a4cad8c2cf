'use strict';

const { promiseHooks } = require('node:v8');

for (const name of ['onInit', 'onBefore', 'onAfter', 'onSettled']) {
  for (const bad of [undefined, 1, {}, async () => {}, function* generator() {}]) {
    try {
      promiseHooks[name](bad);
    } catch (err) {
      console.log(err.code, err.message);
    }
  }
}

const lines = [];
const numbers = new Map();
const number = (promise) => {
  if (promise === undefined) return '-';
  if (!numbers.has(promise)) numbers.set(promise, numbers.size);
  return numbers.get(promise);
};

const stop = promiseHooks.createHook({
  init(promise, parent) { lines.push(`init ${number(promise)} ${number(parent)} ${this === undefined}`); },
  before(promise) { lines.push(`before ${number(promise)}`); },
  after(promise) { lines.push(`after ${number(promise)}`); },
  settled(promise) { lines.push(`settled ${number(promise)}`); },
});
const stopOther = promiseHooks.onInit(() => { lines.push('the other'); });

// Code that V8 has compiled hears of no hook by itself.
function make() {
  return new Promise((resolve) => { resolve(1); });
}

let counted = 0;
const resolved = Promise.resolve();
resolved.then(() => {
  stopOther();
  stopOther();
  return new Promise((_, reject) => { reject(new Error('no')); });
}).catch(() => {
  stop();
  console.log(lines.join('\n'));

  for (let i = 0; i < 50_000; i++) make();
  const stopCounting = promiseHooks.onInit(() => { counted++; });
  for (let i = 0; i < 1000; i++) make();
  stopCounting();
  for (let i = 0; i < 1000; i++) make();
  console.log(counted, 'were heard of');

  process.on('uncaughtException', (err) => {
    console.log('uncaught', err.message);
  });
  const stopFailing = promiseHooks.onInit(() => { stopFailing(); throw new Error('of a hook'); });
  console.log(Promise.resolve(3) instanceof Promise);
});
