'use strict';
let calls = 0;
process.on('SIGUSR2', () => {
  console.log('first', ++calls);
  process.removeAllListeners('SIGUSR2');
  process.on('SIGUSR2', () => { console.log('second', ++calls); clearInterval(alive); });
  setImmediate(() => process.kill(process.pid, 'SIGUSR2'));
});
const alive = setInterval(() => {}, 1000);
process.kill(process.pid, 'SIGUSR2');
