'use strict';

// File calls, worker pool jobs and messages are made at every depth of the stack near its end. A call that returns has its
// callback called once; one that throws leaves nothing behind that keeps the process alive or takes a place for good.

const assert = require('node:assert');
const crypto = require('node:crypto');
const fs = require('node:fs');
const { MessageChannel } = require('node:worker_threads');

let made = 0;
let called = 0;
let wrong;
let received = 0;
const onDone = (error) => {
  if (error) wrong = error;
  called++;
};
const { port1, port2 } = new MessageChannel();
port2.on('message', () => { received++; });
port2.unref();
const cleared = [];
const bytes = Buffer.alloc(16);
const calls = [
  () => fs.stat(__filename, onDone),
  () => fs.readFile(__filename, onDone),
  () => fs.access(__dirname, onDone),
  () => fs.readdir(__dirname, onDone),
  () => crypto.randomFill(bytes, onDone),
  () => port1.postMessage({ list: [1, 2, 3] }),
  () => clearImmediate(cleared.pop() ?? setImmediate(() => { wrong = new Error('a cleared immediate ran'); })),
];
const counted = [0, 1, 2, 3, 4];
for (let i = 0; i < calls.length; i++) {
  calls[i](); // compiled, and compiled for what it calls
  if (counted.includes(i)) made++;
}

// Called from frames of different sizes.
const pads = [0, 3, 6, 9, 12, 15].map((words) => {
  const names = Array.from({ length: words }, (_, i) => `v${i}`);
  const pad = new Function('call', 'isDry', `let ${['r', ...names].join(', ')}; if (isDry) return; r = call(); ${names.map((name) => `${name} = r;`).join(' ')}`);
  pad(undefined, true);
  return pad;
});

let left = 0;
const descend = () => {
  try {
    descend();
  } catch {
    // the end of the stack
  }
  if (left-- <= 0) return;
  for (let i = 0; i < calls.length; i++) {
    for (let j = 0; j < pads.length; j++) {
      try {
        pads[j](calls[i], false);
        if (counted.includes(i)) made++;
      } catch {
        // an overflow, or what has come of it
      }
    }
  }
};

setTimeout(() => {
  for (let round = 0; round < 10; round++) {
    left = 40;
    descend();
  }
  assert.ok(made > 100, `${made}`);
  assert.ifError(wrong);
}, 1);

process.on('exit', () => {
  assert.ifError(wrong);
  assert.ok(called >= made, `${called} of ${made} callbacks were called`);
  assert.ok(received > 0);
  console.log('ok');
});
