'use strict';
const util = require('node:util');
console.log(['x'.repeat(200)]);
console.log({ text: 'line one\nline two\nline three that is rather long, longer than the others by far' });
console.log(util.inspect('x'.repeat(20000)).length, util.inspect('y'.repeat(30), { maxStringLength: 10 }));
