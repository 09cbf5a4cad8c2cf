'use strict';
setTimeout(() => console.log('never'), 1).unref();
const end = Date.now() + 10;
while (Date.now() < end);
console.log('the timer is overdue');
