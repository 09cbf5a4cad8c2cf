'use strict';
const path = require('node:path');
console.log(path.relative(__dirname, require.resolve('./never.js')), path.relative(__dirname, require.resolve('pkg')));
console.log(require.resolve('fs'), require.resolve('node:fs'));
console.log(require.resolve.paths('pkg')[0] === `${__dirname}/node_modules`, require.resolve.paths('./x'), require.resolve.paths('fs'));
console.log(path.relative(__dirname, require.resolve('./here.js', { paths: [`${__dirname}/other`] })));
try {
  require.resolve('./missing');
} catch ({ code, message }) {
  console.log(code, message);
}
