'use strict';

const vm = require('vm');

const context = vm.createContext({});
vm.runInContext(`
  Error.prepareStackTrace = () => { throw new RangeError('prepareStackTrace'); };
  SyntaxError.prototype.toString = () => { throw new RangeError('toString'); };
`, context);

function nameOf(run) {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return error.name;
  }
}

console.log(nameOf(() => vm.compileFunction('a b', [], { parsingContext: context })));
console.log(nameOf(() => new vm.SourceTextModule('a b', { context })));
console.log(nameOf(() => new vm.Script('a b').runInContext(context)));
console.log(nameOf(() => {
  new vm.Script('let once').runInContext(context);
  new vm.Script('let once').runInContext(context);
}));

Error.prepareStackTrace = () => { throw new RangeError('prepareStackTrace'); };
const missing = new vm.SourceTextModule('import { missing } from "it"');
missing.linkRequests([new vm.SourceTextModule('export const there = 1')]);
console.log(nameOf(() => missing.instantiate()));
console.log(nameOf(() => vm.compileFunction('a b')));

delete Error.prepareStackTrace;
console.log(vm.runInContext('1 + 1', context));
setImmediate(() => console.log('the end'));
