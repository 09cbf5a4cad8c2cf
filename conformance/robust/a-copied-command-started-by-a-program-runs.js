'use strict';
// A program copies process.execPath and starts the copy, by fork and by spawn: it runs, and the copy is its execPath.
const { fork, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { scratch } = require('./support');

if (process.argv[2] === 'child') {
  process.send([process.execPath, process.execArgv.length]);
  return;
}

if (fs.readFileSync(process.execPath).subarray(0, 2).toString() !== '#!') {
  console.log('ok'); // a packaged command: a copy of it finds what a Debian package has installed
  return;
}

const copy = path.join(scratch(), 'some node');
fs.copyFileSync(process.execPath, copy);
const { status, stdout, stderr } = spawnSync(copy, ['-p', 'process.execPath + " " + process.argv0'], { encoding: 'utf8' });
if (stdout !== `${copy} ${copy}\n`) throw new Error(`${status} ${stdout} ${stderr}`);

const alone = spawnSync('sh', ['-c', '"$0" -p 1; exit $?', copy], { encoding: 'utf8' }); // its parent is no Gyre
if (alone.status !== 1 || !alone.stderr.includes('is a copy')) throw new Error(`${alone.status} ${alone.stdout} ${alone.stderr}`);

fork(__filename, ['child'], { execPath: copy }).on('message', ([execPath]) => {
  if (execPath !== copy) throw new Error(execPath);
  console.log('ok');
}).on('exit', (code) => {
  if (code !== 0) throw new Error(`the copy ended with ${code}`);
});
