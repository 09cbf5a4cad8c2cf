'use strict';
const EventEmitter = require('node:events');
const emitter = new EventEmitter();
emitter.on('event', function listener() {
  throw new Error('in a listener');
});
emitter.emit('event');
