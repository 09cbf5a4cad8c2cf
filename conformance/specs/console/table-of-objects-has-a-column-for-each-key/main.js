'use strict';
console.table([{ a: 1, b: 'x' }, { a: 2, c: true }]);
console.table({ first: { a: 1 }, second: { a: 2 } });
