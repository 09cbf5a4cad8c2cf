'use strict';
const { deprecate } = require('node:util');
const old = deprecate(() => 'result', 'old() is deprecated', 'DEP9999');
console.log(old(), old());
process.emitWarning('stop', 'DeprecationWarning');
