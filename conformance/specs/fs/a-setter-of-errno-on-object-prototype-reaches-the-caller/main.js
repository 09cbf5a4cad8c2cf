'use strict';
const fs = require('node:fs');

const readOnly = fs.openSync(__filename, 'r');
Object.defineProperty(Object.prototype, 'errno', { __proto__: null, configurable: true, set() { throw new Error('by the setter'); } });
try {
  fs.writeSync(readOnly, 'text');
} catch (error) {
  console.log(error.message);
}
