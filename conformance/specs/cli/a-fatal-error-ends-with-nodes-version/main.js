'use strict';

const { spawnSync } = require('child_process');

for (const program of ['throw new Error("x")', 'throw 1', 'Promise.reject(new TypeError("y"))', 'let a b']) {
  const { stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  console.log(status, stderr.endsWith(`\n\nNode.js ${process.version}\n`));
}
