'use strict';
const http = require('http');
const net = require('net');

// Where the system has IPv6, the unspecified address is '::'; the test holds without it as well.
const shown = (text, any, port) => String(text).replaceAll(any, 'ANY').replaceAll(port, 'PORT');

function refused(name, server, options, any, port) {
  return new Promise((resolve) => {
    server.on('error', (error) => {
      console.log(name, error.code, error.syscall, shown(error.message, any, port), shown(error.address, any, port), error.port === port,
        Object.keys(error).join());
      resolve();
    });
    server.on('listening', () => {
      console.log(name, 'is listening');
      server.close(resolve);
    });
    server.listen(options);
  });
}

const holder = net.createServer().listen(0, async () => {
  const { address: any, port } = holder.address();
  await refused('net', net.createServer(), port, any, port);
  await refused('options', net.createServer(), { port }, any, port);
  await refused('address', net.createServer(), { port, host: any }, any, port);
  await refused('http', http.createServer(), port, any, port);
  await refused('IPv4', net.createServer(), { port, host: '127.0.0.1' }, any, port);
  holder.close();
  const v4 = net.createServer().listen(0, '127.0.0.1', async () => {
    const { port: other } = v4.address();
    await refused('taken in IPv4', net.createServer(), other, any, other);
    v4.close();
  });
});
