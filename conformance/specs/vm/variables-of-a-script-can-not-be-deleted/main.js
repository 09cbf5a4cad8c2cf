'use strict';
const vm = require('node:vm');

const context = vm.createContext({ given: 1 });
console.log(vm.runInContext('var x = 1; function f() {} y = 2; [delete x, typeof x, delete f, typeof f, delete y, typeof y, delete given, typeof given]', context));
