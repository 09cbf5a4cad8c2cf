'use strict';
for (const name of ['pkg/hidden.js', 'pkg/package.json', 'pkg', 'wrong', 'empty']) {
  try {
    console.log(require(name));
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
