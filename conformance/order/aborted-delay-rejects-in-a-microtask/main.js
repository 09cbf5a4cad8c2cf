'use strict';
const { setTimeout: delay } = require('node:timers/promises');

const controller = new AbortController();
delay(10_000, null, { signal: controller.signal }).catch((error) => console.log(error.name, error.code));
setImmediate(() => {
  process.nextTick(() => console.log('tick'));
  controller.abort();
  console.log('aborted');
});
