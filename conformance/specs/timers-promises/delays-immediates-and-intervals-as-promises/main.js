'use strict';
const { setTimeout: delay, setImmediate: soon, setInterval: every, scheduler } = require('timers/promises');
(async () => {
  console.log(await delay(1, 'delayed'), await soon('soon'), await scheduler.wait(1), await scheduler.yield());
  let ticks = 0;
  for await (const value of every(1, 'tick')) {
    console.log(value);
    if (++ticks === 3) break;
  }
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = [delay(1e6, 0, { signal }), soon(0, { signal }), (async () => { for await (const _ of every(1e6, 0, { signal })); })()];
  controller.abort(new Error('why'));
  for (const result of await Promise.allSettled(aborted)) console.log(result.status, result.reason.name, result.reason.code, result.reason.cause?.message);
  for (const f of [() => delay('a'), () => delay(1, 0, 5), () => soon(0, { signal: 1 }), () => delay(1, 0, { ref: 1 }), () => every('a').next()])
    await f().catch((err) => console.log(err.code, err.message));
  delay(1e6, 0, { ref: false });
})();
