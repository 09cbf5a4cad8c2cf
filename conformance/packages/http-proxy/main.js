'use strict';

const { once } = require('node:events');
const http = require('node:http');
const httpProxy = require('http-proxy');
const { WebSocketServer, WebSocket } = require('ws');
const { listening, show } = require('../request');

(async () => {
  const target = await listening(http.createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => { body += chunk; });
    req.on('end', () => {
      const { 'x-forwarded-for': from, 'x-forwarded-proto': proto, 'x-added': added, 'transfer-encoding': coding } = req.headers;
      if (req.url === '/moved') {
        res.statusCode = 302;
        res.setHeader('Location', `http://127.0.0.1:${target.address().port}/there`);
      }
      res.setHeader('Set-Cookie', ['a=1; Domain=inner; Path=/in', 'b=2']);
      res.end(JSON.stringify({ method: req.method, url: req.url, from, proto, added, coding, body }));
    });
  }));
  new WebSocketServer({ server: target }).on('connection', (socket, req) => {
    socket.on('message', (data) => socket.send(`${req.url} says ${data}`));
  });

  const proxy = httpProxy.createProxyServer({
    target: `http://127.0.0.1:${target.address().port}/base`, ws: true, xfwd: true, autoRewrite: true, cookieDomainRewrite: 'outer',
  });
  proxy.on('proxyReq', (proxyReq) => proxyReq.setHeader('X-Added', 'by the proxy'));
  proxy.on('proxyRes', (proxyRes, req, res) => res.setHeader('X-Status', proxyRes.statusCode));
  proxy.on('error', (error, req, res) => { res.writeHead(502); res.end(`no target: ${error.code}`); });
  const front = await listening(http.createServer((req, res) => {
    if (req.url === '/dead') proxy.web(req, res, { target: 'http://127.0.0.1:1' });
    else if (req.url === '/moved') proxy.web(req, res, { ignorePath: true, target: `http://127.0.0.1:${target.address().port}/moved` });
    else proxy.web(req, res);
  }));
  front.on('upgrade', (req, socket, head) => proxy.ws(req, socket, head));

  await show(front, '/a?b=c');
  await show(front, '/post', { method: 'POST', body: 'sent with a length' });
  await show(front, '/chunked', { method: 'PUT', headers: { 'transfer-encoding': 'chunked' }, body: 'sent in chunks' });
  await show(front, '/dead');
  const moved = await new Promise((resolve, reject) => http.get({ host: '127.0.0.1', port: front.address().port, path: '/moved' }, resolve).on('error', reject));
  moved.resume();
  console.log(moved.statusCode, moved.headers.location === `http://127.0.0.1:${front.address().port}/there`, moved.headers['set-cookie']);

  const socket = new WebSocket(`ws://127.0.0.1:${front.address().port}/chat`);
  await once(socket, 'open');
  socket.send('hello');
  const [data] = await once(socket, 'message');
  console.log(String(data));
  socket.close();
  await once(socket, 'close');
  front.close();
  front.closeAllConnections();
  target.close(() => console.log('closed'));
  target.closeAllConnections();
})();
