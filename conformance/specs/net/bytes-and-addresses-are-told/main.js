'use strict';
// bytesRead, bytesWritten, addresses, readyState, bufferSize over the life of a connection, and the second life of a socket.
const net = require('net');
const { once } = require('events');

const state = (socket) => [socket.readyState, socket.connecting, socket.pending, socket.destroyed,
  socket.bytesRead, socket.bytesWritten].join(' ');

(async () => {
  const server = net.createServer((socket) => {
    socket.on('data', (bytes) => socket.write(bytes));
    socket.on('end', () => console.log('server', state(socket)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();

  const socket = new net.Socket();
  for (let life = 1; life <= 2; life++) {
    console.log('new', state(socket), socket.address(), socket.remoteAddress);
    socket.connect({ port, host: '127.0.0.1' });
    console.log('connecting', state(socket));
    socket.write('held ');
    console.log('writing', state(socket), socket.writableLength);
    await once(socket, 'connect');
    console.log('connected', socket.readyState, socket.connecting, socket.pending);
    console.log(socket.remoteAddress, socket.remotePort === port, socket.remoteFamily, socket.localAddress,
      socket.localPort === socket.address().port, socket.localFamily);
    socket.write(Buffer.from('äöü'));
    socket.write('€', 'utf8');
    socket.write('ff00', 'hex');
    let length = 0;
    while (length < 16) length += (await once(socket, 'data'))[0].length;
    console.log('echo', length, state(socket));
    socket.end();
    await once(socket, 'close');
    console.log('closed', state(socket), socket.remoteAddress, socket.localPort);
  }
  server.getConnections((error, count) => {
    console.log(error, count);
    server.close(() => console.log('server closed'));
  });
})();
