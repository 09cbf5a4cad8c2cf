'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter({ captureRejections: true });
emitter.on('event', async () => { throw new Error('no'); });
emitter.on('error', (error) => console.log('error', error.message));
emitter.emit('event');
Promise.resolve().then(() => console.log('microtask'));
process.nextTick(() => console.log('tick'));
console.log('emitted');
