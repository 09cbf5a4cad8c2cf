'use strict';
// A server that answers and ends its process in the same callback.
const { spawn } = require('child_process');
const http = require('http');
const net = require('net');

const ends = {
  'exit after res.end': () => http.createServer((request, response) => {
    response.end('answer');
    process.exit();
  }),
  'exit after write': () => net.createServer((socket) => {
    socket.write('answer');
    process.exit();
  }),
  'exit after end': () => net.createServer((socket) => {
    socket.end('answer');
    process.exit();
  }),
  'uncaught after end': () => net.createServer((socket) => {
    socket.end('answer');
    throw new Error('uncaught');
  }),
  'killed after end': () => net.createServer((socket) => {
    socket.end('answer');
    process.kill(process.pid, 'SIGKILL');
  }),
};

const role = process.argv[2];
if (role !== undefined) {
  ends[role]().listen(0, '127.0.0.1', function() { console.log(this.address().port); });
} else {
  (async () => {
    for (const name of Object.keys(ends)) {
      const child = spawn(process.execPath, [__filename, name], { stdio: ['ignore', 'pipe', 'ignore'] });
      const answer = await new Promise((resolve) => {
        child.stdout.once('data', (port) => {
          const socket = net.connect(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
          let text = '';
          socket.on('data', (data) => { text += data; });
          socket.on('error', () => {}); // a reset may follow
          socket.on('close', () => resolve(text));
        });
      });
      console.log(name, answer.endsWith('answer'));
    }
  })();
}
