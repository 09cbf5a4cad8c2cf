'use strict';
process.on('exit', () => {
  console.log('exit 1');
  Promise.resolve().then(() => console.log('microtask'));
});
process.on('exit', () => console.log('exit 2'));
