const vm = require('vm');

function outcome(run) {
  try {
    return run();
  } catch (error) {
    return error.message;
  }
}

const context = vm.createContext({ a: 1 });
console.log(outcome(() => vm.runInContext('a + 1', context)));
console.log(outcome(() => vm.runInContext('unknown = 1', context)));
console.log(outcome(() => vm.runInContext('a = 2', context)), context);
console.log(outcome(() => vm.runInThisContext('unknown = 1')));
console.log(outcome(() => vm.runInNewContext('(function () { return this; })()')));
console.log(outcome(() => vm.compileFunction('return this', [], { parsingContext: context })()));
