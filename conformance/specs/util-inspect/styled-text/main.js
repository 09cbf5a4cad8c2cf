'use strict';
const util = require('node:util');
const plain = { validateStream: false };
console.log(JSON.stringify([util.styleText('red', 'text', plain), util.styleText(['bold', 'underline'], 'both', plain)]));
console.log(util.stripVTControlCharacters('\u001b[31mred\u001b[39m plain'));
try {
  util.styleText('nocolour', 'text');
} catch ({ code, message }) {
  console.log(code, message.slice(0, 60));
}
