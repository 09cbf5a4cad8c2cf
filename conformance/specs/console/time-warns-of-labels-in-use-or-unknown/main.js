'use strict';
console.time('a');
console.time('a');
console.timeLog('b');
console.timeEnd('b');
