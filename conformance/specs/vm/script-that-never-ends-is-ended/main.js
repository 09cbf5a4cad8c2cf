'use strict';
const vm = require('vm');
const calls = [];
for (const run of [
  () => vm.runInThisContext('for (;;);', { timeout: 20 }),
  () => vm.runInNewContext('try { for (;;); } catch { note("caught") } finally { note("finally") }',
                           { note: (text) => calls.push(text) }, { timeout: 20 }),
  () => vm.runInNewContext('inner()', { inner: () => vm.runInThisContext('for (;;);', { timeout: 1e6 }) }, { timeout: 20 }),
]) {
  try {
    run();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(calls, vm.runInThisContext('1 + 1', { timeout: 1e6 }));
setTimeout(() => console.log('and the loop goes on'), 1);
