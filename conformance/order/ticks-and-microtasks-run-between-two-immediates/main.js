'use strict';
for (const name of ['immediate 1', 'immediate 2']) {
  setImmediate(() => {
    console.log(name);
    Promise.resolve().then(() => console.log(name, 'microtask'));
    process.nextTick(() => console.log(name, 'tick'));
  });
}
