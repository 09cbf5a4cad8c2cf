'use strict';

const v8 = require('v8');

for (const limit of [undefined, null, 'a', -1, 0, 1.5, 2 ** 32, 1n, {}]) {
  for (const name of ['setHeapSnapshotNearHeapLimit', 'setHeapProfileNearHeapLimit']) {
    try {
      console.log(v8[name](limit));
    } catch (error) {
      console.log(name, error.code, error.message);
    }
  }
}
console.log(v8.setHeapSnapshotNearHeapLimit(1), v8.setHeapSnapshotNearHeapLimit(2));
