'use strict';
const domain = require('domain');
const { AsyncResource, AsyncLocalStorage } = require('async_hooks');
const d = domain.create();
const storage = new AsyncLocalStorage();
d.run(() => {
  const timer = setTimeout(() => {}, 1);
  const resource = new AsyncResource('MINE');
  console.log(timer.domain === d, setImmediate(() => {}).domain === d, resource.domain === d);
  console.log(Object.keys(timer).includes('domain'));
  storage.run('kept', () => {
    setTimeout(() => console.log(storage.getStore(), process.domain === d), 1);
  });
  process.nextTick(() => resource.runInAsyncScope(() => console.log('scope', process.domain === d)));
  setTimeout(() => {
    d.exit();
    console.log('outside', process.domain);
    resource.runInAsyncScope(() => console.log('scope', process.domain === d));
    console.log('outside', process.domain);
  }, 5);
});
console.log(process.domain, setTimeout(() => {}, 1).domain);
