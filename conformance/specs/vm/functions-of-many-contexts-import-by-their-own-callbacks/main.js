'use strict';

// The same sources are compiled in several contexts; each function imports by the callback that it was compiled with.

const vm = require('vm');

const callback = (name) => async (specifier) => { throw new Error(`${name} was asked for ${specifier}`); };

function compile(context, code, name, options) {
  return vm.compileFunction(code, ['a'], { parsingContext: context, filename: 'x.js', importModuleDynamically: callback(name), ...options });
}

async function outcome(run) {
  try {
    return await run('!');
  } catch (error) {
    return error.message;
  }
}

(async () => {
  for (let round = 0; round < 3; round++) {
    const context = vm.createContext({ round });
    const first = compile(context, 'return import("one" + a + round)', `first ${round}`);
    const second = compile(context, 'return import("two" + a)', `second ${round}`);
    const twice = compile(context, 'return import("two" + a)', `twice ${round}`);
    const named = compile(context, '/* imp$rt $1____ $2____ */ return import("named" + a)', `named ${round}`);
    const without = compile(context, 'return [round, a, [] instanceof Array]', '');
    for (const run of [first, second, twice, named, without, first]) console.log(await outcome(run));
    console.log(first.toString(), first.length, Object.keys(context));
    console.log(vm.runInContext('Object.getOwnPropertyNames(globalThis).filter((name) => name.includes("$"))', context).length);
    console.log(second === twice, vm.runInContext('Function', context) === first.constructor);
    // Other names, parameters and places make other functions.
    const thrower = (options) => {
      try {
        compile(context, 'throw new Error(typeof a)', '', options)();
      } catch (error) {
        return /(\w+\.js:\d+:\d+)/.exec(error.stack)[1];
      }
    };
    console.log(thrower({}), thrower({ filename: 'y.js' }), thrower({ lineOffset: 4, columnOffset: 2 }));
    console.log(vm.compileFunction('return [a, b]', ['a', 'b'], { parsingContext: context })(1, 2),
                vm.compileFunction('return [a, b]', ['b', 'a'], { parsingContext: context })(1, 2));
    for (let i = 0; i < 2; i++) {
      try {
        compile(context, 'return import(', 'none');
      } catch (error) {
        console.log(error.name);
      }
    }
  }
})();
