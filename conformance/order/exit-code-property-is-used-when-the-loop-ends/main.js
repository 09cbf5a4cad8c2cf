'use strict';
process.exitCode = 5;
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('timer'), 1);
