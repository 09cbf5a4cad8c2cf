'use strict';
const EventEmitter = require('node:events');

const emitter = new EventEmitter();
emitter.on('start', (from, to) => console.log('first', from, to));
emitter.on('start', (from, to) => console.log('second', from, to));
emitter.prependListener('start', () => console.log('prepended'));
emitter.once('start', () => console.log('once'));
console.log('before');
emitter.emit('start', 1, 100);
console.log('between');
emitter.emit('start', 2, 200);
console.log('after');
