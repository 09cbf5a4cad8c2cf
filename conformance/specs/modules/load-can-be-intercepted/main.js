'use strict';
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, parent, isMain) {
  return request === 'virtual' ? { virtual: true } : load.apply(this, arguments);
};
console.log(require('virtual'), typeof require('fs').readFileSync);
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return resolve.call(this, request === 'alias' ? './real.js' : request, ...rest);
};
console.log(require('alias'));
