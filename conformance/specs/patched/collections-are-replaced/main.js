'use strict';

const { bad, replaceAll, uses } = require('../../../patched/uses.js');

uses(() => {
  replaceAll(WeakMap.prototype, 'WeakMap');
  replaceAll(WeakSet.prototype, 'WeakSet');
  replaceAll(WeakRef.prototype, 'WeakRef');
  replaceAll(FinalizationRegistry.prototype, 'FinalizationRegistry');
  for (const name of ['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry']) globalThis[name] = bad(name);
});
