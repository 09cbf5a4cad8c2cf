'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, socket) => {
    socket.write('from the child, ', () => {
      socket.destroy();
      process.disconnect();
    });
  });
} else {
  const child = fork(__filename, ['child']);
  const server = net.createServer((socket) => {
    child.send('socket', socket, { keepOpen: true });
    console.log('still here', socket._handle !== null, server._connections);
    child.on('exit', (code) => {
      console.log('exit', code);
      socket.end('from the parent');
      server.close();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    let text = '';
    net.connect(server.address().port, '127.0.0.1')
      .on('data', (bytes) => { text += bytes; })
      .on('end', () => console.log(text));
  });
}
