'use strict';
const { createHook } = require('node:async_hooks');
let ticks = 0;
createHook({
  init(id, type) {
    if (type === 'TickObject' && ticks++ < 3) process.nextTick(() => console.log('inner', ticks));
  },
}).enable();
process.nextTick(() => console.log('outer 1'));
process.nextTick(() => console.log('outer 2'));
