'use strict';
const path = require('node:path');
console.log(process.cwd() === __dirname);
process.chdir('..');
console.log(process.cwd() === path.dirname(__dirname));
try {
  process.chdir('/no/such/folder');
} catch ({ code, syscall, message, dest }) {
  console.log(code, syscall, dest, message.replace(path.dirname(__dirname), '<parent>'));
}
try {
  process.chdir(1);
} catch ({ code, message }) {
  console.log(code, message);
}
