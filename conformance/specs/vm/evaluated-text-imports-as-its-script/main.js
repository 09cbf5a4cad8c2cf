'use strict';

const vm = require('vm');

const text = `eval("imp" + "ort('x')")`;
const byName = (name) => async (specifier) => { throw new Error(`${name} is asked for ${specifier}`); };
const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = vm.constants;

async function show(title, run) {
  let promise;
  try {
    promise = run();
    const result = await promise;
    console.log(title, typeof result.readFile, promise instanceof Promise);
  } catch (error) {
    console.log(title, error.code ?? error.message, promise instanceof Promise);
  }
}

(async () => {
  const contexts = [undefined, vm.createContext({}), vm.createContext(vm.constants.DONT_CONTEXTIFY)];
  for (let i = 0; i < contexts.length; i++) {
    const context = contexts[i];
    const run = (code, options) => (context === undefined ? vm.runInThisContext(code, options) : vm.runInContext(code, context, options));
    await show('no callback', () => run(text));
    await show('callback', () => run(text, { filename: `a${i}`, importModuleDynamically: byName('a') }));
    await show('another', () => run(text, { filename: `b${i}`, importModuleDynamically: byName('b') }));
    await show('later', () => run(`(() => ${text})`, { filename: `c${i}`, importModuleDynamically: byName('c') })());
    await show('the main loader', () => run(text.replace('x', 'fs'), { filename: `d${i}`, importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER }));
    await show('function', () => vm.compileFunction(`return ${text}`, [], { filename: `e${i}`, parsingContext: context, importModuleDynamically: byName('e') })());
    const module = new vm.SourceTextModule(`export default (code) => eval(code)`, {
      context: i === 2 ? undefined : context, identifier: `m${i}`, importModuleDynamically: byName('module'),
    });
    await module.link(() => {});
    await module.evaluate();
    await show('module', () => module.namespace.default(text));
  }
})();
