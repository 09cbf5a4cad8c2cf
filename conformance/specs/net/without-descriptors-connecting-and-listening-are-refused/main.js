'use strict';
// The process has no descriptors left: what needs one fails with EMFILE, and works when there are some again.
const { spawnSync } = require('child_process');

if (process.argv[2] !== 'child') {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -n 80; exec "$0" "$@"', process.execPath, __filename, 'child'], { encoding: 'utf8' });
  console.log(stdout + stderr, status);
  return;
}

const fs = require('fs');
const http = require('http');
const net = require('net');

const server = net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const descriptors = [];
  try {
    for (;;) descriptors.push(fs.openSync('/dev/null'));
  } catch (error) {
    console.log(error.code, error.syscall);
  }
  let left = 6;
  const expect = (name, emitter) => emitter.on('error', (error) => {
    console.log(name, error.code, error.errno, error.syscall, error.message.replace(port, 'PORT'), Object.keys(error).join());
    if (--left === 0) again();
  });
  expect('connect', net.connect(port, '127.0.0.1'));
  expect('connect to a path', net.connect('/tmp/gyre-no-such-socket'));
  expect('http', http.get({ port, host: '127.0.0.1', agent: false }));
  expect('listen', net.createServer()).listen(0);
  expect('listen at an address', net.createServer()).listen(0, '127.0.0.1');
  expect('listen at a path', net.createServer()).listen('/tmp/gyre-no-such-socket');

  function again() {
    for (const fd of descriptors) fs.closeSync(fd);
    net.connect(port, '127.0.0.1').on('data', (bytes) => {
      console.log(String(bytes));
      server.close();
    });
  }
});
