'use strict';
const { setTimeout: delay } = require('node:timers/promises');

delay(5, 'first').then(console.log).then(() => console.log('after the first'));
delay(5, 'second').then(console.log);
setTimeout(console.log, 5, 'callback');
