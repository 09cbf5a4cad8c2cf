'use strict';
process.on('beforeExit', () => {
  console.log('beforeExit');
  setTimeout(() => console.log('never'), 10).unref();
});
