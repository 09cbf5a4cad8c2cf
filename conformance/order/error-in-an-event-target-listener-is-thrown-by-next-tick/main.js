'use strict';
process.on('uncaughtException', (error) => console.log('caught', error.message));
const target = new EventTarget();
target.addEventListener('event', () => { throw new Error('in the first'); });
target.addEventListener('event', () => console.log('second'));
target.dispatchEvent(new Event('event'));
console.log('dispatched');
