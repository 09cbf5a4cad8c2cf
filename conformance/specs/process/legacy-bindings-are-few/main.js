'use strict';
console.log(process.binding('util').isDate === require('node:util').types.isDate);
for (const ask of [() => process.binding('nothing'), () => process._linkedBinding('nothing')]) {
  try {
    ask();
  } catch (error) {
    console.log(error.code, error.message);
  }
}
