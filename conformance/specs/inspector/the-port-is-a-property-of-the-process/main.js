'use strict';

// process.debugPort: where the inspector listens, or would.

const inspector = require('inspector');
const { spawnSync } = require('child_process');

if (process.argv[2] === 'child') {
  if (process.argv[3] === '') { // without options
    process.debugPort = 0;
    inspector.open(undefined, '127.0.0.1');
  }
  console.log(process.argv[3], process.debugPort === 0 ? 0 : process.debugPort === Number(new URL(inspector.url() ?? 'ws://x:1').port) ? 'open' : process.debugPort,
    inspector.url() === undefined ? '' : new URL(inspector.url()).hostname);
} else {
  for (const options of [[], ['--inspect-port=1234'], ['--debug-port=[::1]:1235'], ['--inspect-port=127.0.0.2'], ['--inspect=127.0.0.2:0'],
    ['--inspect=127.0.0.2:1234', '--inspect-port=0'], ['--inspect-port=0']]) {
    const { stdout, status } = spawnSync(process.execPath, [...options, __filename, 'child', options.join()], { encoding: 'utf8' });
    process.stdout.write(`${stdout}${status === 0 ? '' : `ended with ${status}\n`}`);
  }
  for (const value of [5000, 0, 65535, '2000', 5000.7, null, undefined, {}, 80, -1, 65536, '45', Symbol('x'), 1n]) {
    try {
      process.debugPort = value;
      console.log(process.debugPort);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
}
