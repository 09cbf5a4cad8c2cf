'use strict';
const Module = require('node:module');
const made = new Module('/virtual/file.js', module);
made.filename = '/virtual/file.js';
made.paths = [];
made._compile('exports.name = __filename; exports.folder = __dirname; exports.stack = new Error("e").stack.split("\\n")[1];', '/virtual/file.js');
console.log(made.exports);
