'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, server) => {
    console.log('child:', message, server instanceof net.Server, server.listening);
    server.on('connection', (socket) => socket.end(`served by the child: ${socket instanceof net.Socket}`));
    process.send('ready');
  });
} else {
  const child = fork(__filename, ['child']);
  const server = net.createServer(() => console.log('the parent accepted'));
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    child.send({ port: 'hidden' }, server, (error) => {
      console.log('sent', error);
    });
    child.on('message', (message) => {
      console.log('parent:', message);
      server.close(() => console.log('the parent closed its own'));
      let text = '';
      net.connect(port, '127.0.0.1')
        .on('data', (bytes) => { text += bytes; })
        .on('end', () => {
          console.log(text);
          child.kill();
        });
    });
  });
  child.on('exit', (code, signal) => console.log('exit', code, signal));
}
