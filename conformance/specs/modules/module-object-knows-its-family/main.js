'use strict';
const child = require('./child.js');
console.log(child.id === __dirname + '/child.js', child.loaded, child.filename === child.id, child.parent === module);
console.log(module.children.length, module.children[0] === child, module.paths[0] === __dirname + '/node_modules');
