'use strict';
const { setTimeout: delay } = require('node:timers/promises');

delay(5).then(() => {
  console.log('first task completed');
  return delay(5);
}).then(() => console.log('second task completed'));
delay(1).then(() => console.log('another task meanwhile'));
