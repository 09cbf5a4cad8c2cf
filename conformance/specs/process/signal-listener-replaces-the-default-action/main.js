'use strict';
const keep = setInterval(() => {}, 1000);
process.on('SIGTERM', (signal, number) => {
  console.log(signal, number);
  clearInterval(keep);
});
process.kill(process.pid, 'SIGTERM');
console.log('sent');
