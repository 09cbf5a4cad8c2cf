'use strict';

const { replaceAll, uses } = require('../../../patched/uses.js');

uses(() => {
  for (const name of ['JSON', 'Math', 'Number', 'Reflect']) replaceAll(globalThis[name], name);
});
