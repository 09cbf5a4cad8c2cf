'use strict';
const value = { name: 'root', list: [] };
value.self = value;
value.list.push(value.list, value);
console.log(value);
const a = {}, b = { a };
a.b = b;
console.log(a, [a, b]);
