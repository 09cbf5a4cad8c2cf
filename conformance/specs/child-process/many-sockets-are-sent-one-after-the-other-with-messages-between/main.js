'use strict';
const { fork } = require('child_process');
const net = require('net');

const COUNT = 20;
if (process.argv[2] === 'child') {
  const seen = [];
  process.on('message', (message, socket) => {
    seen.push(`${message}${socket ? '+' : ''}`);
    socket?.end(`${message}`);
    if (message === 'last') {
      process.send(seen.join(' '));
      process.disconnect();
    }
  });
} else {
  const child = fork(__filename, ['child']);
  const sockets = [];
  const texts = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    if (sockets.length < COUNT) return;
    server.close();
    const answers = sockets.map((one, i) => [child.send(i, one), child.send(`after ${i}`)]);
    child.send('last');
    console.log(answers[0], answers[1], answers[COUNT - 1]);
  });
  server.listen(0, '127.0.0.1', () => {
    for (let i = 0; i < COUNT; i++) {
      net.connect(server.address().port, '127.0.0.1').on('data', (bytes) => {
        texts.push(Number(`${bytes}`));
        if (texts.length === COUNT) console.log(texts.sort((a, b) => a - b).join());
      });
    }
  });
  child.on('message', (text) => console.log(text));
  child.on('exit', (code) => console.log('exit', code));
}
