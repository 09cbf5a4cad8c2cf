'use strict';
// Ports, hosts, options, paths, descriptors; what address() says of each, and how often 'listening' comes.
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'listen-'));
const unix = path.join(folder, 'socket');
const shown = (address) => (address === null || typeof address === 'string' ? address && path.basename(address) :
  { ...address, port: typeof address.port === 'number' && address.port > 0 });

async function listen(name, ...args) {
  const server = net.createServer();
  console.log(name, server.listening, server.address());
  await new Promise((resolve) => { server.listen(...args, resolve); });
  console.log(name, server.listening, shown(server.address()));
  await new Promise((resolve) => { server.close(resolve); });
  console.log(name, server.listening, shown(server.address()));
}

(async () => {
  await listen('port and host', 0, '127.0.0.1');
  await listen('port, host and backlog', 0, '127.0.0.1', 3);
  await listen('options', { port: 0, host: '127.0.0.1', exclusive: true });
  await listen('a port as text', { port: '0', host: '127.0.0.1' });
  await listen('path', unix);
  console.log('left behind:', fs.existsSync(unix));
  await listen('path in options', { path: unix, readableAll: true, writableAll: true });

  const server = net.createServer();
  for (const args of [[-1], [65536], ['nonsense', {}], [{}], [{ port: 1.5 }], [{ port: 0, host: 7 }], [{ fd: 'x' }], [true]]) {
    try {
      server.listen(...args);
      console.log(args, 'was taken');
      server.close();
    } catch (error) {
      console.log(args, error.code, error.message.split('\n')[0]);
    }
  }
  server.on('error', () => {});

  const twice = net.createServer().listen(0, '127.0.0.1', () => {
    try {
      twice.listen(0);
    } catch (error) {
      console.log('twice', error.code);
    }
    twice.close(() => {
      twice.close((error) => {
        console.log('closed twice', error.code);
        fs.rmSync(folder, { recursive: true });
      });
    });
  });
})();
