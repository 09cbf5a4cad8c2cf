'use strict';
const x = 1;
debugger;
console.log('in the worker', x);
setInterval(() => {}, 1000); // until the process is killed
