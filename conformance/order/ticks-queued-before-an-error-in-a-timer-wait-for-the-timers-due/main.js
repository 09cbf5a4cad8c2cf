'use strict';
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('tick of the handler'));
});
setTimeout(() => {
  process.nextTick(() => console.log('tick of timer 1'));
  Promise.resolve().then(() => console.log('microtask of timer 1'));
  throw new Error('in timer 1');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
const end = Date.now() + 10;
while (Date.now() < end);
