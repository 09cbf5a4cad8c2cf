'use strict';
console.table([[1, 2], [3, 4]]);
console.table(['apples', 'oranges']);
console.table([1, [2, 3], { a: 4 }]);
console.table([]);
