'use strict';
console.table([{ a: 1, b: 2 }, { a: 3, b: 4 }], ['b']);
console.table([{ a: 1 }], ['none']);
