'use strict';
// What a script defines belongs to the contextified object, so its global can't be frozen; a global of its own can.
const vm = require('node:vm');

const CODES = [
  'Object.freeze(globalThis)', 'Object.seal(globalThis)', 'Reflect.preventExtensions(globalThis)', 'Object.isExtensible(globalThis)',
  'globalThis.foo = 1; foo', 'bar = 2; this.bar',
];
for (const object of [undefined, { a: 1 }, vm.constants.DONT_CONTEXTIFY]) {
  const context = vm.createContext(object);
  for (const code of CODES) {
    try {
      const value = vm.runInContext(code, context);
      console.log(code, typeof value === 'object' ? 'object' : value);
    } catch (error) {
      console.log(code, error.name);
    }
  }
}
