'use strict';
function start() {
  console.log('start');
  setImmediate(() => console.log('baz'));
  new Promise((resolve) => resolve('bar')).then((value) => {
    console.log(value);
    process.nextTick(() => console.log('zoo'));
  });
  process.nextTick(() => console.log('foo'));
}
start();
