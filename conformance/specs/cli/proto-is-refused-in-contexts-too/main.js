'use strict';

const vm = require('vm');
const context = vm.createContext();
const codeOf = (run) => {
  try {
    run();
    return 'nothing is thrown';
  } catch (error) {
    return error.code;
  }
};
console.log(codeOf(() => ({}).__proto__), codeOf(() => { ({}).__proto__ = {}; }));
console.log(codeOf(() => vm.runInContext('({}).__proto__', context)), codeOf(() => vm.runInContext('({}).__proto__ = {}', context)));
