'use strict';
console.log(require('pkg/features/a'), require('pkg/features/deep/b'), require('pkg/features/special'));
try {
  require('pkg/features/private/x');
} catch ({ code, message }) {
  console.log(code, message);
}
