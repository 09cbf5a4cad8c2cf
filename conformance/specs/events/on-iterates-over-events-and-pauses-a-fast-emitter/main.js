'use strict';
const { EventEmitter, on, once } = require('events');
class Source extends EventEmitter {
  pause() { console.log('paused'); }
  resume() { console.log('resumed'); }
}
(async () => {
  const source = new Source();
  const events = on(source, 'data', { highWaterMark: 2, lowWaterMark: 1, close: ['end'] });
  for (let i = 0; i < 4; i++) source.emit('data', i, 'x');
  source.emit('end');
  for await (const args of events) console.log(args);
  console.log('listeners left:', source.eventNames());

  process.nextTick(() => source.emit('ready', 1, 2));
  console.log(await once(source, 'ready'));
  process.nextTick(() => source.emit('error', new Error('broken')));
  await once(source, 'ready').catch((err) => console.log('once rejects:', err.message));
  const controller = new AbortController();
  process.nextTick(() => controller.abort('enough'));
  await once(source, 'ready', { signal: controller.signal }).catch((err) => console.log(err.name, err.code, err.cause));
})();
