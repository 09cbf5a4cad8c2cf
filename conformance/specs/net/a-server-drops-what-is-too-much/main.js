'use strict';
// maxConnections, 'drop', getConnections, close with connections open, and a signal that closes.
const net = require('net');
const { once } = require('events');

(async () => {
  const server = net.createServer((socket) => { socket.on('error', () => {}); socket.resume(); });
  server.maxConnections = 1;
  server.on('drop', (data) => console.log('drop', Object.keys(data).sort().join(), data.remoteFamily));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const first = net.connect(port, '127.0.0.1');
  await Promise.all([once(server, 'connection'), once(first, 'connect')]);
  const second = net.connect(port, '127.0.0.1').on('error', () => {});
  const dropped = once(server, 'drop');
  second.resume();
  await Promise.all([once(second, 'close'), dropped]);
  server.getConnections((error, count) => console.log('open', error, count));
  let isClosed = false;
  server.close((error) => {
    isClosed = true;
    console.log('closed', error);
  });
  console.log('listening', server.listening);
  const refused = net.connect(port, '127.0.0.1');
  const [error] = await once(refused, 'error').catch((thrown) => [thrown]);
  console.log(error.code, isClosed);
  first.end();
  await once(server, 'close');

  const controller = new AbortController();
  const watched = net.createServer().listen({ port: 0, host: '127.0.0.1', signal: controller.signal });
  await once(watched, 'listening');
  controller.abort();
  await once(watched, 'close');
  console.log('by signal', watched.listening);

  await using disposed = net.createServer().listen(0, '127.0.0.1');
  await once(disposed, 'listening');
  process.on('exit', () => console.log('disposed', disposed.listening));
})();
