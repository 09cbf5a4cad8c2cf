'use strict';

const { Session } = require('inspector');
const vm = require('vm');

const contexts = [];
for (let i = 0; i < 12; i++) contexts.push(vm.createContext({ i }, { name: `context ${i}`, origin: `http://x${i}` }));

const session = new Session();
session.connect();
const told = [];
session.on('Runtime.executionContextCreated', ({ params: { context } }) => told.push(context));
session.post('Runtime.enable');
told.sort((a, b) => a.id - b.id);
for (const { id, name, origin, auxData } of told) {
  if (auxData.isDefault) continue;
  session.post('Runtime.evaluate', { expression: 'i', contextId: id }, (error, { result }) => console.log(name, origin, error, result.value));
}
session.disconnect();
console.log(contexts.length);
