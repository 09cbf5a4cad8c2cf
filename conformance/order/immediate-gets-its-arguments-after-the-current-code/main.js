'use strict';
console.log('before immediate');
setImmediate((arg) => console.log(`executing immediate: ${arg}`), 'so immediate');
setImmediate((...args) => console.log(args), 1, 2, 3, 4, 5);
console.log('after immediate');
