'use strict';
const vm = require('vm');
const context = vm.createContext({ given: 1 });
console.log(vm.runInContext('var a = given + 1; b = 3; function f() { return a; } [a, b, f()].join()', context));
console.log(Object.keys(context), context.a, context.b, typeof context.f);
console.log(vm.runInContext('let hidden = 5; const fixed = 6; class C {} hidden + fixed', context), context.hidden);
console.log(vm.runInContext('hidden++; hidden + fixed + typeof C', context));
console.log(vm.runInContext('typeof process + typeof require + typeof nothing + typeof Array', context));
console.log(typeof globalThis.a, typeof globalThis.b);
context.given = 10;
console.log(vm.runInContext('given', context), vm.runInContext('delete given', context), 'given' in context);
console.log(vm.runInContext('this === globalThis && globalThis.b', context), vm.isContext(context), vm.isContext({}));
for (const code of ['missing', 'fixed = 1', 'let hidden', '"use strict"; undeclared = 1', 'let (']) {
  try {
    vm.runInContext(code, context);
  } catch (error) {
    console.log(error.name, error.message);
  }
}
