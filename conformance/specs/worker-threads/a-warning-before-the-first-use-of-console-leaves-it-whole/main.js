'use strict';
const { Worker } = require('worker_threads');
new Worker(`
  process.on('warning', () => setImmediate(() => console.log('console.log is there')));
  process.emitWarning('early');
`, { eval: true });
