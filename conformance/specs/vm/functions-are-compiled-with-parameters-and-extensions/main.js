'use strict';
const vm = require('vm');
console.log(vm.compileFunction('return a + b', ['a', 'b'])(1, 2));
console.log(vm.compileFunction('return a + outer.b', ['a'], { contextExtensions: [{ outer: { b: 5 } }] })(1));
const parsingContext = vm.createContext({ c: 7 });
console.log(vm.compileFunction('return (typeof process) + c', [], { parsingContext })());
for (const args of [['return 1', 'x'], [1], ['}'], ['', [], { parsingContext: {} }]]) {
  try {
    vm.compileFunction(...args);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
