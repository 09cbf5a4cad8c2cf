'use strict';
const log = [];
let next = 0;
const stream = new ReadableStream({
  start(controller) { log.push(`start ${controller.desiredSize}`); },
  pull(controller) {
    controller.enqueue(next++);
    log.push(`pull ${next}, wants ${controller.desiredSize}`);
  },
  cancel(reason) { log.push(`cancel ${reason}`); },
}, { highWaterMark: 3 });

(async () => {
  await null;
  await new Promise(setImmediate);
  log.push('now reading');
  const reader = stream.getReader();
  log.push(JSON.stringify([await reader.read(), await reader.read()]));
  await new Promise(setImmediate);
  await reader.cancel('enough');
  log.push(JSON.stringify(await reader.read()));
  console.log(log.join('\n'));
})();
