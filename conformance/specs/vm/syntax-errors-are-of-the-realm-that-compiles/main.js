'use strict';

const vm = require('vm');

function show(title, run, realm = globalThis) {
  try {
    run();
  } catch (error) {
    console.log(title, error.message, error instanceof SyntaxError, error instanceof realm.SyntaxError, error.stack.split('\n').slice(0, 2));
  }
}

for (const context of [vm.createContext({}), vm.createContext(vm.constants.DONT_CONTEXTIFY)]) {
  const realm = vm.runInContext('({ SyntaxError })', context);
  show('compileFunction', () => vm.compileFunction('{', [], { parsingContext: context }), realm);
  show('extensions', () => vm.compileFunction('{', [], { parsingContext: context, contextExtensions: [{}] }), realm);
  show('runInContext', () => vm.runInContext('{', context), realm);
  show('runInContext with import', () => vm.runInContext('{ import("x")', context), realm);
  show('Script', () => new vm.Script('{').runInContext(context), realm);
  // The program's code that runs meanwhile makes scripts of its own.
  const code = { toString() { show('inside', () => new vm.Script('{'), realm); return '{'; } };
  show('around', () => vm.runInContext(code, context), realm);
}
show('compileFunction here', () => vm.compileFunction('{'));
show('runInThisContext', () => vm.runInThisContext('{'));

// A getter that nobody calls.
let calls = 0;
Object.defineProperty(SyntaxError.prototype, 'constructor', { configurable: true, get() { calls++; throw new Error('mine'); } });
show('Script', () => new vm.Script('{'));
show('compileFunction', () => vm.compileFunction('{'));
show('CommonJS', () => module._compile('{', 'x.js'));
import('data:text/javascript,{').catch((error) => console.log('module', error.message, error instanceof SyntaxError, calls));
