'use strict';
const fs = require('node:fs');

fs.readFile(__filename, 'utf8', (error, text) => {
  if (error) throw error;
  console.log(text.split('\n')[0]);
});
console.log('more work');
