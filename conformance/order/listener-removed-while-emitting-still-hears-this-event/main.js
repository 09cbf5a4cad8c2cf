'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
const second = () => console.log('second');
emitter.on('event', () => {
  console.log('first');
  emitter.off('event', second);
});
emitter.on('event', second);
emitter.emit('event');
console.log('again');
emitter.emit('event');
