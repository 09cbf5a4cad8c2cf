'use strict';
const { fork } = require('child_process');
const dgram = require('dgram');

if (process.argv[2] === 'child') {
  process.on('message', (message, socket) => {
    console.log('child:', message, socket instanceof dgram.Socket, socket.type);
    socket.on('message', (bytes) => {
      console.log(`child heard ${bytes}`);
      socket.close();
      process.disconnect();
    });
    process.send(socket.address().port);
  });
} else {
  const child = fork(__filename, ['child']);
  const socket = dgram.createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => {
    const { port } = socket.address();
    child.send('socket', socket);
    child.on('message', (theirs) => {
      console.log('same port', theirs === port);
      socket.close();
      const sender = dgram.createSocket('udp4');
      sender.send('hello', port, '127.0.0.1', () => sender.close());
    });
  });
  child.on('exit', (code) => console.log('exit', code));
}
