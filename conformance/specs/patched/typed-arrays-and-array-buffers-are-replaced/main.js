'use strict';

const { bad, uses } = require('../../../patched/uses.js');

uses(() => {
  for (const name of ['slice', 'resize', 'transfer']) ArrayBuffer.prototype[name] = bad(name);
  for (const name of ['Uint8Array', 'ArrayBuffer', 'DataView']) globalThis[name] = bad(name);
});
