'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
emitter.on('outer', () => {
  console.log('outer 1 begins');
  emitter.emit('inner');
  console.log('outer 1 ends');
});
emitter.on('outer', () => console.log('outer 2'));
emitter.on('inner', () => console.log('inner'));
emitter.emit('outer');
