'use strict';
console.log(process.argv.slice(2), process.env.GREETING);
