'use strict';
console.table(new Map([['a', 1], ['b', { c: 2 }]]));
console.table(new Set([1, 'two']));
console.table(new Map([['a', 1]]).entries());
console.table(new Set([1]).values());
