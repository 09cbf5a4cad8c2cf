'use strict';
let rounds = 0;
process.on('beforeExit', (code) => {
  console.log('beforeExit', code);
  if (++rounds < 3) setImmediate(() => console.log('work', rounds));
});
process.on('exit', (code) => console.log('exit', code));
