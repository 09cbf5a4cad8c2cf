'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
emitter.once('event', () => {
  console.log('first');
  emitter.on('event', () => console.log('added meanwhile'));
});
emitter.emit('event');
console.log('again');
emitter.emit('event');
