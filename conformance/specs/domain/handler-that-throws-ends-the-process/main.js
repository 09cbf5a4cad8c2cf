'use strict';
const d = require('domain').create();
d.on('error', (error) => {
  console.log('handler:', error.message);
  throw new Error('second');
});
process.on('uncaughtException', () => console.log('never asked'));
d.run(() => { throw new Error('first'); });
