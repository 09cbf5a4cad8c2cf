'use strict';
// close() ends idle connections and waits for the busy; closeIdleConnections, closeAllConnections, limits per connection.
const http = require('http');
const net = require('net');
const { once } = require('events');

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function connect(port, text) {
  const socket = net.connect(port, '127.0.0.1');
  socket.isOver = new Promise((resolve) => { socket.on('close', resolve); });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text) socket.write(text);
  return socket;
}

(async () => {
  let held;
  const server = http.createServer((req, res) => {
    if (req.url === '/held') held = res;
    else res.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const idle = await connect(port, REQUEST);
  await once(idle, 'data');
  const busy = await connect(port, REQUEST.replace('/ ', '/held '));
  await once(server, 'request');
  const [half] = await Promise.all([connect(port, 'GET / HTTP/1.1\r\nHo'), once(server, 'connection')]);
  idle.write(REQUEST);
  await once(idle, 'data'); // what half said was there before
  await Promise.all([connect(port), once(server, 'connection')]);
  const finished = once(server, 'close');
  server.close((error) => console.log('closed', error));
  await idle.resume().isOver;
  console.log('idle is closed', busy.destroyed, half.destroyed, server.listening);
  held.end('done');
  const [bytes] = await once(busy, 'data');
  console.log(bytes.toString().split('\r\n').filter((line) => !line.startsWith('Date')));
  server.closeIdleConnections();
  await busy.resume().isOver;
  console.log('busy is closed', half.destroyed);
  server.closeAllConnections();
  await half.resume().isOver;
  await finished;

  const limited = http.createServer((req, res) => res.end(req.url)).listen(0, '127.0.0.1');
  limited.maxRequestsPerSocket = 2;
  limited.on('dropRequest', (req) => console.log('dropRequest', req.url));
  await once(limited, 'listening');
  const socket = await connect(limited.address().port, ['/1', '/2', '/3'].map((path) => REQUEST.replace('/ ', `${path} `)).join(''));
  let text = '';
  socket.on('data', (part) => { text += part; });
  await socket.isOver;
  console.log(text.split('\r\n').filter((line) => /^HTTP|onnection|Keep|^\/|\d$/.test(line)).filter((line) => !line.startsWith('Date')));
  limited.close();
  console.log(limited.timeout, limited.keepAliveTimeout, limited.headersTimeout, limited.requestTimeout, limited.maxHeadersCount);
})();
