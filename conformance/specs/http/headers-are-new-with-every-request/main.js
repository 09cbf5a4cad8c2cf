'use strict';

// A client that repeats its header lines gets objects of their own for each request, whatever the program does to them.

const http = require('http');
const net = require('net');

const server = http.createServer((req, res) => {
  const { headers } = req;
  console.log(req.method, req.url, headers, req.rawHeaders.join('|'), req.headersDistinct);
  headers.host = 'changed';
  headers['set-cookie']?.push('more');
  req.rawHeaders.push('more');
  req.resume().on('end', () => res.end('ok'));
});

const lines = 'Host: h\r\nUser-Agent: an agent\r\nSet-Cookie: c\r\nset-cookie: d\r\nX: \xe9\r\nX: y\r\n\r\n';
const requests = [
  `GET /1 HTTP/1.1\r\n${lines}`,
  `GET /2 HTTP/1.1\r\n${lines}`,
  `HEAD /3 HTTP/1.1\r\n${lines}`,
  'POST /4 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc',
  'POST /5 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc',
  `GET /6 HTTP/1.1\r\n${lines}GET /7 HTTP/1.1\r\n${lines}`,
  'GET /8 HTTP/1.1\r\nHost: i\r\n\r\n',
  'GET /9 HTTP/1.1\r\nHost: i\r\n\r\n',
  'GET /10 HTTP/1.1\r\nHost: i\r\nConnection: close\r\n\r\n',
];

server.listen(0, () => {
  const socket = net.connect(server.address().port);
  socket.on('data', () => socket.write(requests.shift() ?? '', 'latin1'));
  socket.on('end', () => server.close());
  socket.write(requests.shift(), 'latin1');
});
