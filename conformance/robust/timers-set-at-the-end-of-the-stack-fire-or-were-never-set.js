'use strict';

// setTimeout(), setImmediate() and nextTick() are called at every depth of the stack near its end. A call that returns has its
// callback called; one that throws leaves nothing behind that keeps the process alive or holds up other timers.

const assert = require('node:assert');

let made = 0;
let wrong;
let fired = 0;
const onFire = () => { fired++; };
const calls = [
  () => setTimeout(onFire, 1 + made % 23),
  () => setImmediate(onFire),
  () => process.nextTick(onFire),
  () => queueMicrotask(onFire),
  () => setTimeout(onFire, 7).refresh(),
  () => {
    const timer = setInterval(() => {
      onFire();
      clearInterval(timer);
    }, 2);
  },
];
for (const call of calls) {
  call(); // compiled, and compiled for what it calls
  made++;
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
        made++;
      } catch (error) {
        if (error.name !== 'RangeError') wrong = error;
      }
    }
  }
};

setTimeout(() => {
  for (let round = 0; round < 10; round++) {
    left = 30;
    descend();
  }
  assert.ok(made > 100);
  assert.ifError(wrong);
}, 1);

process.on('exit', () => {
  assert.ok(fired >= made, `${fired} of ${made} callbacks were called`);
  console.log('ok');
});
