'use strict';

// Ids are counted from the first one that a hook sees.
const { AsyncResource, createHook, executionAsyncId, executionAsyncResource, triggerAsyncId } = require('node:async_hooks');
const { inspect } = require('node:util');
const vm = require('node:vm');

const lines = [];
let first;
const number = (id) => (first === undefined || id < first ? `before ${id <= 1}` : id - first);
const say = (...words) => lines.push(words.join(' '));

const hook = createHook({
  init(id, type, trigger, resource) {
    if (type !== 'PROMISE') return;
    first ??= id;
    say('init', number(id), 'by', number(trigger), resource instanceof Promise || `of another context`);
  },
  before(id) { say('before', number(id)); },
  after(id) { say('after', number(id)); },
  promiseResolve(id) { say('resolve', number(id)); },
});

async function twice() {
  say('runs in', number(executionAsyncId()));
  await undefined;
  say('goes on in', number(executionAsyncId()), 'by', number(triggerAsyncId()), executionAsyncResource() instanceof Promise);
}

async function main() {
  hook.enable();
  await twice();
  say('--- a chain');
  await Promise.resolve(1).then((one) => { throw new Error(one); }).catch(() => say('caught in', number(executionAsyncId())));
  say('--- all, race and a generator');
  await Promise.all([1, 2]);
  await Promise.race([3]);
  async function* some() { yield 1; }
  for await (const _ of some());
  say('--- another context');
  await vm.runInNewContext('(async () => { await 1; })')();
  say('--- by a resource');
  const resource = new AsyncResource('MINE');
  resource.runInAsyncScope(() => { Promise.resolve(); });
  hook.disable();
  await undefined;
  Promise.resolve();
}

main().then(() => {
  console.log(lines.join('\n'));

  // Without promises.
  let promises = 0;
  const without = createHook({ trackPromises: false, init(id, type) { promises += type === 'PROMISE'; } }).enable();
  Promise.resolve().then(() => {
    without.disable();
    console.log(promises, 'promises');
    const seen = createHook({ init() {} }).enable();
    console.log(inspect(Promise.resolve(7)).replace(/\d+/g, 'N'));
    seen.disable();
  });
});
