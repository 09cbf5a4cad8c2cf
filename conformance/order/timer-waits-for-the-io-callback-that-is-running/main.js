'use strict';
const fs = require('node:fs');

const scheduled = Date.now();
setTimeout(() => {
  console.log('timer', Date.now() - scheduled >= 250 ? 'after' : 'before', 'the callback was done');
}, 150);

fs.readFile(__filename, () => {
  console.log('callback begins');
  while (Date.now() - scheduled < 250);
  console.log('callback ends');
});
