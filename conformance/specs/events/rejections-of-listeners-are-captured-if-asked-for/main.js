'use strict';
const EventEmitter = require('events');
const plain = new EventEmitter({ captureRejections: true });
plain.on('go', async () => { throw new Error('from a listener'); });
plain.on('error', (err) => console.log('error event:', err.message));
plain.emit('go');
class Own extends EventEmitter {
  [Symbol.for('nodejs.rejection')](err, event, ...args) { console.log('own handler:', err.message, event, args); }
}
const own = new Own({ captureRejections: true });
own.on('go', async (value) => { throw new Error(`refused ${value}`); });
own.emit('go', 42);
console.log('after emitting');
