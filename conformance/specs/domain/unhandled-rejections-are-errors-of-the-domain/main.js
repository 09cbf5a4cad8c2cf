'use strict';
const domain = require('domain');
const d = domain.create();
d.on('error', (error) => console.log('domain:', error.message, error.domainThrown));
process.on('unhandledRejection', (error) => console.log('process:', error.message));
d.run(async () => {
  await null;
  console.log('inside', process.domain === d);
  throw new Error('in an async function');
});
Promise.reject(new Error('outside'));
