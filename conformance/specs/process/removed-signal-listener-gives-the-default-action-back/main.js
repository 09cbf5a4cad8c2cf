'use strict';
setInterval(() => {}, 1000);
process.once('SIGINT', () => {
  console.log('once');
  process.kill(process.pid, 'SIGINT');
});
process.kill(process.pid, 'SIGINT');
