'use strict';

// All in one job. A process that keeps them until its end runs out of memory.

const vm = require('vm');

let last;
for (let i = 0; i < 2000; i++) last = vm.createContext({ i }, { name: `context ${i}` });
console.log(vm.runInContext('i', last));
