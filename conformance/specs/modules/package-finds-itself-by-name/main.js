'use strict';
console.log(require('self/feature'));
try {
  require('self/other');
} catch ({ code }) {
  console.log(code);
}
