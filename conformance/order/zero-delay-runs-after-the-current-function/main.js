'use strict';
setTimeout(() => console.log('after'), 0);
console.log('before');
