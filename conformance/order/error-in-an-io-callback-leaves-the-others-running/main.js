'use strict';
const fs = require('node:fs');

process.on('uncaughtException', (error) => console.log('caught', error.message));
fs.stat(__filename, () => {
  fs.stat(__filename, () => console.log('io goes on'));
  throw new Error('in io');
});
