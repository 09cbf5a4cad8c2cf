'use strict';
console.log(require('./returns.js'));
return;
console.log('never');
