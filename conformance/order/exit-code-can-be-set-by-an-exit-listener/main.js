'use strict';
process.on('exit', (code) => {
  console.log('exit', code);
  process.exitCode = 9;
});
process.on('exit', (code) => console.log('exit', code, process.exitCode));
