'use strict';
const { registerHooks } = require('node:module');
for (const answer of [{}, { url: 'node:fs' }, { url: 1, shortCircuit: true }]) {
  const hooks = registerHooks({ resolve: () => answer });
  try {
    require('./anything');
  } catch (error) {
    console.log(error.code, error.message);
  }
  hooks.deregister();
}
try {
  registerHooks({ load: 1 });
} catch (error) {
  console.log(error.code, error.message);
}
