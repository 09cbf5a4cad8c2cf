'use strict';

const vm = require('vm');

const run = (context, code) => {
  try {
    return vm.runInContext(code, context);
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};

for (const object of [{ a: 1 }, { __proto__: null, a: 1 }, Object.create({ inherited: 1 })]) {
  const context = vm.createContext(object);
  console.log(run(context, 'globalThis instanceof Object'), run(context, 'Object.getPrototypeOf(globalThis) === Object.prototype'),
              run(context, 'Object.getPrototypeOf(Object.getPrototypeOf(globalThis)) === Object.prototype'),
              run(context, 'typeof toString'), run(context, 'typeof globalThis.hasOwnProperty'), run(context, '"toString" in globalThis'),
              run(context, 'typeof inherited'), Object.getPrototypeOf(object) === Object.getPrototypeOf(context));
  console.log(run(context, 'let twice = 1; function once() {}'), run(context, 'var twice = 2'), run(context, 'function twice() {}'), run(context, 'twice'));
}

const context = vm.createContext({ get only() { return 'got'; } });
console.log(run(context, 'only = 1; only'), run(context, '"use strict"; only = 2; only'), run(context, '"use strict"; globalThis.only = 3; only'));
console.log(vm.isContext(context), vm.isContext(run(context, 'globalThis')));
console.log(run(context, 'Object.setPrototypeOf(globalThis, { shown: 1 }); shown'), run(context, 'Object.getPrototypeOf(globalThis).shown'));
