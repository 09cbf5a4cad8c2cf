'use strict';
let runs = 0;
setInterval(() => runs++, 1).unref();
setTimeout(() => console.log('interval ran:', runs > 0), 30);
process.on('exit', () => console.log('exit'));
