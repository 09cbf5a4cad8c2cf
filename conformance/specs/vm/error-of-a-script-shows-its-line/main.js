'use strict';
const vm = require('vm');
function show(run) {
  try {
    run();
  } catch (error) {
    console.log(error.stack.split('\n').filter((line) => !/main\.js|node:/.test(line)).join('\n'));
    console.log();
  }
}
show(() => vm.runInNewContext('let a = 1;\nthrow new Error("second line");', {}, 'two-lines.js'));
show(() => vm.runInNewContext('function f() { throw new TypeError("in f"); }\nf();', {}, { filename: 'f.js' }));
show(() => vm.runInThisContext('null.x', { filename: 'here.js', lineOffset: 9, columnOffset: 20 }));
show(() => new vm.Script('var 1', 'wrong.js'));
show(() => vm.runInNewContext('throw new Error("plain")', {}, { filename: 'plain.js', displayErrors: false }));
