'use strict';

// While hooks follow promises, the listener of 'unhandledRejection' runs with the ids of the promise, and no hook is called for it.

const { createHook, executionAsyncId, executionAsyncResource, triggerAsyncId } = require('async_hooks');

const made = [];
const entered = [];
const hook = createHook({
  init(id, type, trigger, resource) { if (type === 'PROMISE') made.push({ id, trigger, resource }); },
  before(id) { entered.push(id); },
}).enable();

process.on('unhandledRejection', (reason, promise) => {
  const { id, trigger } = made.find(({ resource }) => resource === promise) ?? {};
  console.log(reason, executionAsyncId() === id, triggerAsyncId() === trigger, executionAsyncResource() === promise, entered.includes(id));
  if (reason === 'first') {
    process.nextTick(() => console.log('tick', triggerAsyncId() === id));
    throw new Error('of the listener');
  }
  hook.disable();
  if (reason === 'second') setImmediate(() => Promise.reject('without hooks'));
});
process.on('uncaughtException', ({ message }) => console.log('uncaught', message));

Promise.reject('first');
setTimeout(async () => { throw 'second'; }, 1);
