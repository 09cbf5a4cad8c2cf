'use strict';
const { spawnSync } = require('child_process');

const source = 'gc(); console.log("collected")';
const { stdout, status } = spawnSync(process.execPath, ['--trace-gc', '--expose-gc', '-e', source], { encoding: 'utf8' });
console.log(status, /Mark-Compact .* MB/.test(stdout), stdout.includes('collected'));
