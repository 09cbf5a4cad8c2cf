'use strict';
const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const there = createRequire(`${__dirname}/other/any.js`);
console.log(there('./near.js'), there('pkg'), createRequire(pathToFileURL(`${__dirname}/other/`))('./near.js'));
try {
  createRequire('relative.js');
} catch ({ code, message }) {
  console.log(code, message);
}
