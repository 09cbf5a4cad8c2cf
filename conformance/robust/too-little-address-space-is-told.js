'use strict';
// V8 aborts where it can't reserve its addresses; the command says so before.
const { spawnSync } = require('node:child_process');

const { status, signal, stdout, stderr } = spawnSync('/bin/sh',
  ['-c', 'ulimit -v 16000000; exec "$0" -p 1', process.execPath], { encoding: 'utf8' });
if (status !== 1 || signal !== null || stdout !== '' || !/ulimit -v\) is 16000000 KiB.*\nSet it to unlimited/.test(stderr)) {
  throw new Error(JSON.stringify({ status, signal, stdout, stderr }));
}
console.log('ok');
