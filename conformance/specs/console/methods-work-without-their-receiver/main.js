'use strict';
const { log, error, table } = console;
log('log');
[1, 2].forEach((value) => log(value));
table([[1]]);
Promise.resolve('then').then(console.log);
