'use strict';
// bytesRead of a server's socket has all that came in, heads included, while it is open and after.
const http = require('http');
const net = require('net');

const server = http.createServer((req, res) => {
  console.log('head', req.socket.bytesRead);
  req.resume().on('end', () => {
    console.log('end', req.socket.bytesRead);
    res.end();
  });
  const { socket } = req;
  socket.on('close', () => console.log('close', socket.bytesRead));
  server.close();
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.resume().end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nabcd');
});
