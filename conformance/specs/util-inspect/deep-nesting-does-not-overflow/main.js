'use strict';
const util = require('node:util');
let deep = {};
for (let i = 0; i < 20000; i++) deep = { deep };
const text = util.inspect(deep, { depth: Infinity });
console.log(text.length > 1000, /Maximum call stack|\[Object\]/.test(text));
