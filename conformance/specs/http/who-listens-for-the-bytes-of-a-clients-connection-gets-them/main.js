'use strict';
// Who listens for the bytes of a client's connection gets them, and the response is read all the same.
const http = require('node:http');

const server = http.createServer((req, res) => {
  req.resume();
  res.setHeader('date', 'now');
  if (req.url === '/sized') res.setHeader('content-length', 5);
  res.write('he');
  setImmediate(() => res.end('llo'));
});

const once = (emitter, event) => new Promise((resolve) => emitter.once(event, resolve));

async function ask(name, agent, path, listen) {
  const log = [];
  const parts = [];
  const request = http.get({ host: '127.0.0.1', port: server.address().port, path, agent });
  const onData = (bytes) => { if (parts.length === 0) log.push('first bytes'); parts.push(bytes); };
  request.on('socket', (socket) => {
    if (listen === 'socket') socket.on('data', onData);
    if (listen === 'connect') socket.once('connect', () => socket.addListener('data', onData));
    if (listen === 'prepended') socket.prependListener('data', onData);
  });
  const closed = once(request, 'close');
  const response = await once(request, 'response');
  log.push('response');
  const { socket } = request;
  if (listen === 'response') socket.on('data', onData);
  let body = '';
  response.on('data', (part) => { body += part; });
  await once(response, 'end');
  log.push(`body ${body}`);
  await closed;
  socket.removeListener('data', onData);
  const raw = Buffer.concat(parts).toString('latin1');
  console.log(name, path, listen, log.join(', '), JSON.stringify(raw.slice(0, 15)), JSON.stringify(raw.slice(-5)), request.reusedSocket, socket.listenerCount('data'));
}

server.listen(0, '127.0.0.1', async () => {
  for (const path of ['/chunked', '/sized']) {
    const kept = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (const listen of ['none', 'socket', 'none', 'socket', 'prepended', 'none']) await ask('kept alive', kept, path, listen);
    kept.destroy();
    for (const listen of ['none', 'socket', 'connect', 'prepended']) await ask('closed', new http.Agent(), path, listen);
  }
  server.close();
});
