'use strict';
for (const name of ['timer 1', 'timer 2']) {
  setTimeout(() => {
    console.log(name);
    process.nextTick(() => console.log(name, 'tick'));
    Promise.resolve().then(() => console.log(name, 'microtask'));
  }, 0);
}
