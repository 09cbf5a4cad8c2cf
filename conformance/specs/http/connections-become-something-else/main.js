'use strict';
// Upgrade and CONNECT on both sides, bytes that come right after the head, upgrades nobody wants, and one with a body.
const http = require('http');
const net = require('net');
const { once } = require('events');

const read = async (socket, length) => {
  let text = '';
  socket.setEncoding('utf8');
  while (text.length < length) text += (await once(socket, 'data'))[0];
  return text;
};

(async () => {
  const server = http.createServer((req, res) => res.end(`plain ${req.headers.upgrade}`)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const ask = (options) => http.request({ port, host: '127.0.0.1', agent: false, ...options }).end();
  const upgrade = { Connection: 'Upgrade', Upgrade: 'echo' };

  const [ignored] = await once(ask({ headers: upgrade }), 'response');
  console.log(ignored.statusCode, await ignored.setEncoding('utf8').toArray(), ignored.headers.connection);

  server.on('upgrade', (req, socket, head) => {
    console.log('upgrade', req.method, req.url, req.upgrade, req.headers.upgrade, JSON.stringify(head.toString()),
      socket instanceof net.Socket, socket.listenerCount('data'), socket.listenerCount('close'), req.socket === socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nfirst');
    socket.write(head);
    socket.pipe(socket);
  });
  const req = ask({ headers: upgrade, path: '/up' });
  const [res, socket, head] = await once(req, 'upgrade');
  console.log(res.statusCode, res.statusMessage, res.headers.upgrade, res.upgrade, socket === req.socket, req.destroyed);
  socket.unshift(head);
  console.log(await read(socket, 5));
  socket.write('again');
  console.log(await read(socket, 5));
  socket.end();
  await once(socket, 'close');

  const raw = net.connect(port, '127.0.0.1');
  raw.write('GET /raw HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nrest');
  console.log((await read(raw, 81)).split('\r\n\r\n')[1]);
  raw.destroy();

  const refused = ask({ method: 'CONNECT', path: 'example.com:443' });
  const [error] = await new Promise((resolve) => { refused.on('error', (e) => resolve([e])); });
  console.log('nobody for CONNECT', error.code, error.message);

  server.on('connect', (request, connection, rest) => {
    console.log('connect', request.url, request.headers.host, rest.length);
    connection.end('HTTP/1.1 200 Connection Established\r\n\r\ntunnel');
  });
  const tunnel = ask({ method: 'CONNECT', path: 'example.com:443' });
  const [answer, through, before] = await once(tunnel, 'connect');
  let text = before.toString();
  for await (const part of through) text += part;
  console.log(answer.statusCode, text, tunnel.res === answer);

  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, connection) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => { body += part; }).on('end', async () => {
      console.log('body', body, request.trailers);
      connection.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      connection.resume();
      connection.end('bye');
    });
  });
  const poster = net.connect(port, '127.0.0.1');
  poster.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(server, 'upgrade');
  poster.write('4\r\nbody\r\n0\r\nT: 1\r\n\r\nafter');
  console.log(JSON.stringify((await poster.setEncoding('utf8').toArray()).join('')));

  server.closeAllConnections();
  server.close(() => console.log('closed'));
})();
