'use strict';
const vm = require('node:vm');

const log = [];
const context = vm.createContext({ log }, { microtaskMode: 'afterEvaluate' });
Promise.resolve().then(() => { log.push('microtask of the program'); });
vm.runInContext('Promise.resolve().then(() => log.push("first")).then(() => log.push("second")); log.push("script")', context);
log.push('after the script');
setImmediate(() => { console.log(log); });

Promise.resolve().then(() => {
  const inner = [];
  vm.runInNewContext('(async () => { await null; inner.push(1); await null; inner.push(2); })()', { inner }, { microtaskMode: 'afterEvaluate' });
  console.log('inside a microtask', inner);
});

try {
  vm.runInNewContext('Promise.resolve().then(() => { for (;;); })', {}, { timeout: 20, microtaskMode: 'afterEvaluate' });
} catch (error) {
  console.log(error.code);
}
try {
  vm.createContext({}, { microtaskMode: 'never' });
} catch (error) {
  console.log(error.code);
}
