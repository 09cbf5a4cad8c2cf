'use strict';
// handleError may answer 'ignore', 'print' or 'unhandled'. Another answer is an error of the program: exit code 1.
const { spawnSync } = require('node:child_process');

for (const input of ['throw new Error("foo");\n', 'setImmediate(() => { throw new Error("later"); });\n']) {
  const { status, stderr } = spawnSync(process.execPath, ['-e', "require('node:repl').start({ handleError: () => 'nonsense' })"], { input, encoding: 'utf8' });
  console.log(status, /^Error .*$/m.exec(stderr)?.[0]);
}
