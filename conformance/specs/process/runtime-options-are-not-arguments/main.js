'use strict';
console.log(process.argv.slice(2), process.execArgv, typeof gc);
