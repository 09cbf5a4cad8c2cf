'use strict';
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  throw new Error('second');
});
throw new Error('first');
