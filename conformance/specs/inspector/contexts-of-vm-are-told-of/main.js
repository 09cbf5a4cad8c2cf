'use strict';

// A session hears of contexts when they are made, and evaluates in them.

const inspector = require('inspector');
const vm = require('vm');

const session = new inspector.Session();
session.connect();
const before = vm.createContext({ early: 1 }, { name: 'before' });
const ids = [];
session.on('Runtime.executionContextCreated', ({ params: { context: { id, name, origin, auxData } } }) => {
  if (auxData.isDefault) return;
  ids.push(id);
  console.log('created', name, origin, auxData);
});
session.post('Runtime.enable');
const named = vm.createContext({ a: 41 }, { name: 'mine', origin: 'http://x' });
vm.createContext({ b: 7 });
vm.createContext(vm.constants.DONT_CONTEXTIFY);
vm.runInNewContext('1', {}, { contextName: 'of a run' });
for (const expression of ['early', 'a + 1', 'typeof b', 'typeof b', 'this === globalThis']) {
  session.post('Runtime.evaluate', { expression, contextId: ids.shift() }, (error, { result }) => console.log(error, result.value));
}
vm.runInContext('a = 50', named);
console.log(before.early, named.a);
session.disconnect();
