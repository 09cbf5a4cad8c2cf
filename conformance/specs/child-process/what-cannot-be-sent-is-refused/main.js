'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, handle) => {
    console.log('child:', message, handle);
    process.disconnect();
  });
} else {
  const child = fork(__filename, ['child']);
  for (const handle of [{}, 'text', 1, [], () => {}]) {
    try {
      child.send('message', handle);
      console.log('sent', handle);
    } catch (error) {
      console.log(error.code, error.message);
    }
    if (typeof handle === 'function') break;
  }
  child.on('exit', (code) => console.log('exit', code));
}
