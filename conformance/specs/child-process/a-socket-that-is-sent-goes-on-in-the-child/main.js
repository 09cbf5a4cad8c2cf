'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, socket) => {
    if (message === 'end') {
      process.disconnect();
      return;
    }
    socket.on('data', (bytes) => {
      socket.end(`child heard ${bytes}`);
    });
    process.send('ready');
  });
} else {
  const child = fork(__filename, ['child'], { serialization: 'advanced' });
  const server = net.createServer({ pauseOnConnect: true }, (socket) => {
    child.send('socket', socket, (error) => console.log('sent', error));
    console.log('detached', socket._handle, socket.destroyed, server._connections);
    socket.on('close', () => console.log('never'));
  });
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    child.on('message', () => {
      server.getConnections((error, count) => {
        console.log('connections', error, count);
        client.write('hello');
      });
    });
    client.on('data', (bytes) => console.log(`${bytes}`));
    client.on('close', () => {
      server.close(() => {
        console.log('server closed');
        child.send('end');
      });
    });
  });
  child.on('exit', (code, signal) => console.log('exit', code, signal));
}
