'use strict';
const fs = require('fs');
const path = require('path');
const root = fs.mkdtempSync(path.join(require('os').tmpdir(), 'fs-spec-'));
process.chdir(root);
process.on('exit', () => fs.rmSync(root, { recursive: true }));

fs.mkdirSync(Buffer.from([0xff])); // as text it leads nowhere

(async () => {
  try {
    await Array.fromAsync(await fs.promises.opendir('.', { recursive: true }));
  } catch (error) {
    console.log(error.message);
  }
})();
