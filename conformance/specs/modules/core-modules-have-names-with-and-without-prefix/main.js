'use strict';
console.log(require('fs') === require('node:fs'), require('path') === require('node:path'), require('fs/promises') === require('fs').promises);
for (const name of ['node:no-such-module', 'test', 'sqlite']) {
  try {
    require(name);
  } catch ({ name, code, message }) {
    console.log(name, code, message.split('\n')[0]);
  }
}
const { isBuiltin, builtinModules } = require('node:module');
console.log(isBuiltin('fs'), isBuiltin('node:fs'), isBuiltin('test'), isBuiltin('wss'), builtinModules.includes('fs'));
