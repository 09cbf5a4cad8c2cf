'use strict';
const fs = require('node:fs');

try {
  fs.readFile(42.5, () => console.log('never'));
} catch (error) {
  console.log('thrown', error.code);
}
try {
  fs.stat(__filename, 'no callback');
} catch (error) {
  console.log('thrown', error.code);
}
console.log('script');
