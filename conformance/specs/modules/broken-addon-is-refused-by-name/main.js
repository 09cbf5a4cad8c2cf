'use strict';
try {
  require('./short.node');
} catch (error) {
  console.log(error.code, error.message.replace(__dirname, ''));
}
try {
  process.dlopen({ exports: {} }, '/nowhere/at/all.node');
} catch (error) {
  console.log(error.code, error.message);
}
