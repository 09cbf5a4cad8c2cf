'use strict';
process.on('SIGUSR2', (name, number) => console.log(name, number));
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => console.log('timer'), 1000);
