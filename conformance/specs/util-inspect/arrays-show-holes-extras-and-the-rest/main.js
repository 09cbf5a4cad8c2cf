'use strict';
console.log([1, , 3], [, ,], new Array(5), [undefined, null]);
console.log(Object.assign([1, 2], { key: 'value', '-1': 'negative' }));
console.log(Array.from({ length: 120 }, (_, i) => i));
class List extends Array {}
console.log(List.from([1, 2]), new List());
