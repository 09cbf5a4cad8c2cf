'use strict';
console.log(process.getBuiltinModule('path') === require('path'), process.getBuiltinModule('node:fs') === require('fs'));
console.log(process.getBuiltinModule('no-such-module'));
