'use strict';
// Whatever the runtime opens first must not become the program's input.
const { spawnSync } = require('node:child_process');
const assert = require('node:assert');

const script = `
  let length = 0;
  process.stdin.on('data', (chunk) => { length += chunk.length; });
  process.stdin.on('end', () => process.stdout.write('read ' + length));
`;
const { stdout, status } = spawnSync('sh', ['-c', '"$0" -e "$1" <&-', process.execPath, script], { encoding: 'utf8' });
assert.deepStrictEqual([stdout, status], ['read 0', 0]);
console.log('ok');
