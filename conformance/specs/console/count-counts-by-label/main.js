'use strict';
console.count();
console.count('default');
console.count('a');
console.count();
console.countReset();
console.count();
console.count({ an: 'object' });
console.countReset('unknown');
