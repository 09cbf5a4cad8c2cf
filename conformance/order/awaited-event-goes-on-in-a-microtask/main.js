'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
(async () => {
  const [value] = await EventEmitter.once(emitter, 'event');
  console.log('awaited', value);
})();
setImmediate(() => {
  process.nextTick(() => console.log('tick'));
  emitter.emit('event', 42);
  console.log('emitted');
});
