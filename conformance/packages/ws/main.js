'use strict';

const { once } = require('node:events');
const http = require('node:http');
const { WebSocketServer, WebSocket, createWebSocketStream } = require('ws');
const { listening, show } = require('../request');

(async () => {
  const server = await listening(http.createServer((req, res) => { res.end('plain http'); }));
  const echo = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 100 }, handleProtocols: (protocols) => [...protocols][0] });
  echo.on('connection', (socket, req) => {
    console.log('server: connection', req.url, req.headers['x-who'] ?? '', JSON.stringify(socket.protocol), JSON.stringify(socket.extensions));
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    socket.on('ping', (data) => console.log('server: ping', String(data)));
    socket.on('close', (code, reason) => console.log('server: close', code, String(reason)));
    socket.on('error', (error) => console.log('server: error', error.code, error.message));
  });
  server.on('upgrade', (req, socket, head) => {
    if (!req.url.startsWith('/echo')) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    echo.handleUpgrade(req, socket, head, (client) => echo.emit('connection', client, req));
  });
  const base = `ws://127.0.0.1:${server.address().port}`;
  const message = async (client) => { const [data, isBinary] = await once(client, 'message'); return { data, isBinary }; };
  await show(server, '/');

  const client = new WebSocket(`${base}/echo?x=1`, ['chat', 'other'], { headers: { 'x-who': 'me' } });
  await once(client, 'open');
  console.log('client: open', client.protocol, client.extensions, client.readyState);
  client.send('hi ü€😀');
  console.log(String((await message(client)).data));
  client.send(Buffer.from([0, 1, 2, 255]));
  console.log(await message(client));
  for (const size of [125, 126, 65_535, 65_536, 3_000_000]) {
    const sent = Buffer.alloc(size, 'abcdefgh');
    client.send(sent);
    const { data } = await message(client);
    console.log(size, data.equals(sent));
  }
  client.send('part one, ', { fin: false });
  client.send('part two', { fin: true });
  console.log(String((await message(client)).data));
  for (let i = 0; i < 200; i++) client.send(`m${i}`);
  let count = 0;
  while (count < 200) if (String((await message(client)).data) === `m${count}`) count++;
  console.log('in order', count);
  client.ping('are you there');
  const [pong] = await once(client, 'pong');
  console.log('client: pong', String(pong));
  client.close(4001, 'done');
  console.log('client: close', ...(await once(client, 'close')).map(String));

  const refused = new WebSocket(`${base}/secret`);
  const [error] = await once(refused, 'error');
  console.log('refused:', error.message);

  const plain = new WebSocket(`${base}/echo/plain`, { perMessageDeflate: false });
  const duplex = createWebSocketStream(plain, { encoding: 'utf8' });
  duplex.write('through a stream');
  const [text] = await once(duplex, 'data');
  console.log(text);
  duplex.end();
  await once(plain, 'close');

  const invalid = new WebSocket(`${base}/echo/invalid`);
  await once(invalid, 'open');
  invalid._socket.write(Buffer.from([0xff, 0xff, 0xff])); // reserved bits
  console.log('client: close', ...(await once(invalid, 'close')).map(String));
  const gone = new WebSocket(`${base}/echo/gone`);
  await once(gone, 'open');
  gone.terminate();
  console.log('client: close', ...(await once(gone, 'close')).map(String));

  while (echo.clients.size > 0) await new Promise(setImmediate);
  server.close(() => console.log('closed'));
})();
