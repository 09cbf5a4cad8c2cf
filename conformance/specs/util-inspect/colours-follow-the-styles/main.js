'use strict';
const util = require('node:util');
console.log(util.inspect({ n: 1, b: 2n, s: 'x', t: true, u: undefined, z: null, y: Symbol('q'), d: new Date(0), r: /r/, f() {}, list: [1], m: new Map([[1, 2]]), g: null, get acc() { return 1; } }, { colors: true }));
console.log(util.inspect.styles, Object.keys(util.inspect.colors).length > 20, util.inspect.defaultOptions);
