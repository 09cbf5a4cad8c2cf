'use strict';
process.on('SIGUSR2', () => {});
process.on('exit', () => console.log('exit'));
