'use strict';
const fs = require('fs');
const leftOut = new Set(['Utf8Stream']); // experimental
for (const [title, object] of [['fs', fs], ['promises', fs.promises], ['constants', fs.constants]]) {
  console.log(title);
  for (const name of Object.keys(object).sort()) {
    if (leftOut.has(name)) continue;
    const value = object[name];
    console.log(' ', name, typeof value === 'function' ? value.length : typeof value === 'object' ? 'object' : value);
  }
}
console.log('native', fs.realpath.native.length, fs.realpathSync.native.length);
