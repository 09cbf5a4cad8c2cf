'use strict';
const d = require('domain').create();
d.on('error', () => console.log('never asked'));
process.on('uncaughtException', (error) => console.log('process:', error.message, process.domain));
d.run(() => {
  queueMicrotask(() => {
    console.log('inside', process.domain === d);
    throw new Error('of a microtask');
  });
});
