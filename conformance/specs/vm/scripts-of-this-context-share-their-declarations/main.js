'use strict';

const vm = require('vm');

const attempt = (code, options) => {
  try {
    return vm.runInThisContext(code, options);
  } catch (error) {
    return error;
  }
};

vm.runInThisContext('let a = 1; const b = 2; class C {} function f() { return a; } var v = 4;');
console.log(attempt('a + b + f() + v'), attempt('C.name'), attempt('a = 5; f()'));
console.log(attempt('let a').message, '|', attempt('var b').message, '|', attempt('b = 1').message);
console.log(new Function('return a + b')(), (0, eval)('a'), globalThis.a, globalThis.v);

const script = new vm.Script('let once = 1; once');
console.log(script.runInThisContext());
console.log(attempt('once'), (() => { try { return script.runInThisContext(); } catch (error) { return error.message; } })());

const again = new vm.Script('var count = (globalThis.count ?? 0) + 1; count');
for (let i = 0; i < 1000; i++) again.runInThisContext();
console.log(count);

attempt('let failed = missing()');
console.log(attempt('failed').message, attempt('typeof failed').message);

globalThis.thrown = Object.freeze({});
console.log(attempt('throw thrown') === thrown, attempt("'use strict'; this === globalThis"), attempt('this') === globalThis);
console.log(attempt('\n  boom()', { filename: 'a file.js', lineOffset: 5 }).stack.split('\n').slice(0, 6).join('\n'));
console.log(attempt('let x = ;', 'bad.js').stack.split('\n').slice(0, 5).join('\n'));
console.log(attempt('for (let i = 0; i < 3; i++) i'), attempt('while (true);', { timeout: 20 }).code);
