'use strict';
const EventEmitter = require('node:events');

class Eager extends EventEmitter {
  constructor() {
    super();
    console.log('emitted to anyone:', this.emit('event'));
  }
}

new Eager().on('event', () => console.log('an event occurred'));
