'use strict';
const path = require('node:path');
console.log(process.argv.slice(2));
console.log(process.argv[1] === __filename, path.isAbsolute(process.argv[0]), process.argv[0] === process.execPath);
console.log(process.execArgv);
