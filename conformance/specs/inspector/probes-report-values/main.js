'use strict';
const { spawnSync } = require('child_process');
const { pathToFileURL } = require('url');

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['inspect', ...args], { cwd: __dirname, encoding: 'utf8' });
  const folder = pathToFileURL(`${__dirname}/`).href;
  console.log(status, stdout.replaceAll(folder, '').replace(/^ +at .*\n/gm, ''), stderr.split('\n')[0]);
}

run('--probe', 'program.js:3', '--expr', 'a', '--probe', 'program.js:3', '--expr', '[a, { b }]', 'program.js');
run('--json', '--probe', 'program.js:4:3', '--expr', 'sum', '--cond', 'sum > 3', 'program.js');
run('--probe', 'program.js:4', '--expr', 'missing', '--max-hit', '1', '--', '--no-warnings', 'program.js');
run('--probe', 'other.js:4', '--expr', '1', 'program.js');
run('--probe', 'program.js:4', 'program.js');
run('--probe', 'program.js', '--expr', '1', 'program.js');
