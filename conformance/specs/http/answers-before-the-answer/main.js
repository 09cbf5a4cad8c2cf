'use strict';
// 100 Continue and checkContinue, checkExpectation, 102, 103 with links, and information on the client's side.
const http = require('http');
const { once } = require('events');

(async () => {
  const server = http.createServer((req, res) => {
    if (req.url === '/hints') {
      res.writeEarlyHints({ 'link': ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload'], 'x-trace': '1' }, () => console.log('hints out'));
      res.writeProcessing();
    }
    let body = '';
    req.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => res.end(`got ${body}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();

  async function send(path, headers, body) {
    const req = http.request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent: false });
    req.on('continue', () => {
      console.log(path, 'continue');
      if (body !== undefined) req.end(body);
    });
    req.on('information', ({ statusCode, statusMessage, httpVersion, headers: told, rawHeaders }) =>
      console.log(path, 'information', statusCode, statusMessage, httpVersion, told, rawHeaders.length));
    if (headers.Expect === undefined) req.end(body);
    else if (body === undefined) req.end();
    else req.flushHeaders();
    const [res] = await once(req, 'response');
    if (!req.writableEnded) req.end();
    res.setEncoding('utf8');
    let text = '';
    for await (const part of res) text += part;
    console.log(path, res.statusCode, res.statusMessage, text, res.headers.connection);
  }

  await send('/plain', { 'Content-Length': 5 }, 'plain');
  await send('/expect', { 'Expect': '100-continue', 'Content-Length': 4 }, 'body');
  await send('/hints', {}, 'x');

  server.on('checkContinue', (req, res) => {
    console.log('checkContinue', req.url, req.headers.expect);
    if (req.url === '/no') {
      res.writeHead(413);
      res.end('too much');
      return;
    }
    res.writeContinue();
    server.emit('request', req, res);
  });
  await send('/yes', { 'Expect': '100-continue', 'Content-Length': 4 }, 'body');
  await send('/no', { 'Expect': '100-continue' }, undefined);
  await send('/odd', { Expect: 'miracles' }, undefined);
  server.on('checkExpectation', (req, res) => {
    console.log('checkExpectation', req.headers.expect);
    res.end('as you wish');
  });
  await send('/odd', { Expect: 'miracles' }, undefined);
  server.close();
})();
