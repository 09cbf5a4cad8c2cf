'use strict';
console.table('text');
console.table(5);
console.table(null);
console.table();
