'use strict';
const { spawn } = require('node:child_process');

// Both are there when the loop first looks: the child is done long before the script ends.
const child = spawn('echo', ['hello']);
child.stdout.on('data', (text) => console.log('data', String(text).trim()));
child.on('exit', (code) => console.log('exit', code));
child.on('close', () => console.log('close'));
const end = Date.now() + 100;
while (Date.now() < end);
