'use strict';
const Module = require('node:module');
const { _stat: stat } = Module;
console.log(stat(__filename), stat(__dirname), stat(`${__dirname}/nothing`) < 0);
Module._stat = (file) => (file.endsWith('virtual.js') ? 0 : stat(file));
try {
  require('./virtual.js');
} catch (error) {
  console.log(error.code, error.syscall);
}
