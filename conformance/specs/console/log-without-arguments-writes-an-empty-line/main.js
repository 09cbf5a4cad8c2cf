'use strict';
console.log('a');
console.log();
console.log('');
console.log(undefined);
