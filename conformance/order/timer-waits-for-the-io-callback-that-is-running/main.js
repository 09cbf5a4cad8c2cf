'use strict';
const fs = require('node:fs');

const scheduled = Date.now();
setTimeout(() => {
  console.log('timer', Date.now() - scheduled >= 700 ? 'after' : 'before', 'the callback was done');
}, 600); // long enough for the file to be read on a busy machine

fs.readFile(__filename, () => {
  console.log('callback begins');
  while (Date.now() - scheduled < 700);
  console.log('callback ends');
});
