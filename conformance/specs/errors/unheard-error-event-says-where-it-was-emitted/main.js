'use strict';
const EventEmitter = require('node:events');
const emitter = new EventEmitter();
const error = new Error('made here');
function fire() {
  emitter.emit('error', error);
}
setImmediate(fire);
