'use strict';
const fs = require('node:fs/promises');

(async () => {
  for (const i of [1, 2, 3]) {
    await fs.stat(__filename);
    console.log('file', i);
  }
})();
console.log('script');
