'use strict';
// destroy and abort before and after there is a connection, a signal, and what the server sees of it.
const http = require('http');
const { once } = require('events');

const seen = []; // by the server

(async () => {
  const server = http.createServer((req, res) => {
    res.on('close', () => seen.push(['  server: close', req.url, res.writableFinished, req.aborted, req.signal.aborted]));
    res.write('part');
  }).listen(0, '127.0.0.1');
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  await once(server, 'listening');
  const { port } = server.address();

  async function run(name, act, options) {
    console.log(name);
    const req = http.get({ port, host: '127.0.0.1', path: `/${name.replaceAll(' ', '-')}`, agent: false, ...options });
    const isOver = new Promise((resolve) => { req.on('close', resolve); });
    for (const event of ['abort', 'error', 'response', 'close']) {
      req.on(event, (value) => console.log(' ', event, event === 'error' ? `${value.name} ${value.code} ${value.message}` : ''));
    }
    req.on('response', (res) => {
      for (const event of ['aborted', 'end', 'close']) res.on(event, () => console.log('  response', event));
      res.on('error', (error) => console.log('  response error', error.code, error.message));
    });
    act(req);
    await isOver;
    console.log('  state', req.destroyed, req.aborted, req.closed, req.writableEnded);
    while (open > 0) await new Promise((resolve) => { setTimeout(resolve, 2); });
    for (const line of seen.splice(0)) console.log(...line);
  }

  await run('destroy at once', (req) => req.destroy());
  await run('destroy at once with an error', (req) => req.destroy(new Error('mine')));
  await run('abort at once', (req) => req.abort());
  await run('destroy on the socket', (req) => req.on('socket', () => req.destroy()));
  await run('destroy on the response', (req) => req.on('response', () => req.destroy()));
  await run('destroy the response', (req) => req.on('response', (res) => res.destroy(new Error('enough'))));
  const controller = new AbortController();
  await run('signal', (req) => req.on('response', () => controller.abort()), { signal: controller.signal });
  await run('signal before', () => {}, { signal: AbortSignal.abort() });
  await run('timeout', (req) => req.on('timeout', () => {
    console.log('  timeout');
    req.destroy();
  }), { timeout: 50 });
  server.close();
})();
