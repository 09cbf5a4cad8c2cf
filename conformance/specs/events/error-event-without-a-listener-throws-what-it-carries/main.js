'use strict';
const EventEmitter = require('events');
const emitter = new EventEmitter();
function attempt(...args) {
  try {
    emitter.emit('error', ...args);
  } catch (err) {
    console.log(err.name, err.code, err.message, 'context' in err ? err.context : '');
  }
}
attempt(new RangeError('too far'));
attempt();
attempt('text');
attempt({ a: 1 });
attempt(null);
emitter.on(EventEmitter.errorMonitor, (err) => console.log('monitor sees', err));
attempt(7);
