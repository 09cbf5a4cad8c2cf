'use strict';

// vm.constants.DONT_CONTEXTIFY: V8's own global object, with V8's own rules.

const vm = require('vm');

const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
const run = (code, options) => vm.runInContext(code, context, options);

function show(...codes) {
  for (const code of codes) {
    let result;
    try {
      result = run(code);
    } catch (error) {
      result = `${error.name}: ${error.message} ${error instanceof Error} ${error instanceof run(error.name)}`;
    }
    console.log(code, '->', result);
  }
}

console.log(run('globalThis') === context, vm.isContext(context), Object.keys(context), typeof context.Array);
show('this === globalThis', 'new Function("return this")() === globalThis', '(0, eval)("this") === globalThis',
     '(function () { return this; })() === globalThis', 'globalThis instanceof Object', '[] instanceof Array',
     'typeof console', 'typeof process', 'typeof setTimeout');
show('var v = 1; let l = 2; const c = 3; class k {} function f() { return this === globalThis; }', 'v + l + c', 'typeof k', 'f()',
     'let l = 4', 'var l = 5', 'c = 6', 'new Function("return l")()', 'delete globalThis.v', 'implicit = 7',
     '"use strict"; other = 8', 'delete globalThis.implicit', 'typeof implicit', 'nowhere', 'typeof nowhere');
console.log(context.v, context.l, context.f === run('f'), Object.getOwnPropertyDescriptor(context, 'v'));
show('JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "NaN"))', 'delete globalThis.undefined', 'undefined = 1; undefined',
     'Object.defineProperty(globalThis, "fixed", { value: 1 }); fixed = 2; fixed');
context.given = 9;
show('given', 'new Function("return given")()', 'Object.keys(globalThis)', 'Array = 1; typeof Array');

for (let i = 0; i < 2; i++) {
  const script = new vm.Script('counter = (typeof counter === "number" ? counter : 0) + 1', { filename: 'counter.js' });
  console.log(script.runInContext(context), script.runInContext(context), script.runInContext(vm.createContext(vm.constants.DONT_CONTEXTIFY)));
}

try {
  run('\n\nfunction thrower() { throw new TypeError("wrong"); }\nthrower();', { filename: 'thrower.js', lineOffset: 10 });
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 8).join('\n'));
}
console.log(vm.compileFunction('return [v, a, typeof Map]', ['a'], { parsingContext: context })(5));
console.log(vm.compileFunction('return [v, a, x]', ['a'], { parsingContext: context, contextExtensions: [{ x: 'extended' }] })(5));

const mute = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } });
for (const code of ['eval("1")', 'new Function("1")', '(0, eval)("1")', '(() => {}).constructor("1")']) {
  try {
    console.log(code, vm.runInContext(code, mute));
  } catch (error) {
    console.log(code, error.name, error.message);
  }
}
try {
  run('for (;;);', { timeout: 20 });
} catch (error) {
  console.log(error.code);
}
show('Object.isFrozen(Object.freeze(globalThis))', 'late = 1; typeof late');
