'use strict';
const { findPackageJSON, enableCompileCache } = require('node:module');
const path = require('node:path');

const attempts = [
  ['.', __filename], ['pkg', __filename], ['pkg/nosuch', __filename], ['nosuch', __filename], ['./main.js', __filename],
  [__filename], [], [5], ['pkg'], ['fs', __filename], ['./nosuch.js', __filename], ['pkg', 5],
];
for (const given of attempts) {
  try {
    console.log(path.relative(__dirname, findPackageJSON(...given) ?? 'none'));
  } catch (error) {
    console.log(error.code, error.message);
  }
}
try {
  enableCompileCache(5);
} catch (error) {
  console.log(error.name, error.code, error.message);
}
