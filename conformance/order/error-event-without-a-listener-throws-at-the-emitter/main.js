'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
try {
  emitter.emit('error', new Error('no one listens'));
} catch (error) {
  console.log('thrown', error.message);
}
emitter.on('error', (error) => console.log('heard', error.message));
emitter.emit('error', new Error('someone listens'));
