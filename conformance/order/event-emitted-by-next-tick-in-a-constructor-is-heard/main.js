'use strict';
const EventEmitter = require('node:events');

class Patient extends EventEmitter {
  constructor() {
    super();
    process.nextTick(() => this.emit('event'));
  }
}

new Patient().on('event', () => console.log('an event occurred'));
console.log('listener added');
