'use strict';
process.on('exit', () => {
  console.log('exit 1');
  setImmediate(() => console.log('immediate'));
  setTimeout(() => console.log('timeout'), 0);
});
process.on('exit', () => console.log('exit 2'));
