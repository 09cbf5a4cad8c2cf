'use strict';
setTimeout(console.log, 300, 'set first, 300 ms');
const end = Date.now() + 5;
while (Date.now() < end);
setTimeout(console.log, 10, 'set second, 10 ms');
