'use strict';
const { setTimeout: delay } = require('node:timers/promises');

delay(50).then(() => {
  console.log('first task completed');
  return delay(50);
}).then(() => console.log('second task completed'));
delay(1).then(() => console.log('another task meanwhile'));
