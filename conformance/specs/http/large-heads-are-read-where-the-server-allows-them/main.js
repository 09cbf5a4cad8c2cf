'use strict';
const http = require('node:http');
const net = require('node:net');

const server = http.createServer({ maxHeaderSize: 900_000 }, (req, res) => res.end(`${req.headers.big.length}`));
server.maxHeadersCount = 0;

const ask = (port, fields) => new Promise((resolve) => {
  let answer = '';
  const socket = net.connect(port, '127.0.0.1', () => {
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${fields}\r\n`);
  });
  socket.on('data', (bytes) => { answer += bytes; });
  socket.on('close', () => resolve(answer.split('\r\n')));
});

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  for (const fields of [`Big: ${'x'.repeat(500_000)}\r\n`, `Big: z\r\n${'a:\r\n'.repeat(250_000)}`]) {
    const answers = await Promise.all([ask(port, fields), ask(port, 'Big: small\r\n')]);
    for (const lines of answers) console.log(lines[0], lines.at(-1));
  }
  server.close();
});
