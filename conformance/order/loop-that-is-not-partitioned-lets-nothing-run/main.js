'use strict';
let others = 0;
setTimeout(() => others++, 0);
setImmediate(() => others++);
process.nextTick(() => others++);
Promise.resolve().then(() => others++);

let sum = 0;
for (let i = 1; i <= 1e6; i++) sum += i;
console.log('average', sum / 1e6, 'with', others, 'others meanwhile');
process.on('exit', () => console.log(others, 'others in the end'));
