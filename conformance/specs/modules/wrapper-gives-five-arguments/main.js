'use strict';
console.log(arguments.length, arguments[0] === exports, arguments[1] === require, arguments[2] === module);
console.log(arguments[3] === __filename, arguments[4] === __dirname, __filename);
console.log(typeof require.main, require.main === module, module.id, module.loaded, module.children.length, module.parent);
