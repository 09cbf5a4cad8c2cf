'use strict';
const util = require('node:util');
const value = { get a() { return { b: 1 }; }, set c(v) {}, get d() { throw new Error('oops'); }, get e() { return 5; }, set e(v) {} };
console.log(value);
for (const getters of [true, 'get', 'set']) console.log(util.inspect(value, { getters }));
