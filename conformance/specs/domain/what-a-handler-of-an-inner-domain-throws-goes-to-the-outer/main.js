'use strict';
const domain = require('domain');

const outer = domain.create();
const inner = domain.create();
outer.on('error', (error) => console.log('outer:', error.message, error.domain === outer, domain._stack.length));
inner.on('error', (error) => {
  console.log('inner:', error.message, process.domain === outer, domain._stack.length);
  throw new Error('second');
});

process.on('exit', () => console.log('left', domain._stack.length));
setTimeout(() => console.log('and goes on', process.domain == null), 1);

outer.run(() => inner.run(() => { throw new Error('first'); }));
