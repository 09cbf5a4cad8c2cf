'use strict';
setInterval(() => {}, 1000);
process.on('exit', () => console.log('never'));
process.kill(process.pid, 'SIGTERM');
