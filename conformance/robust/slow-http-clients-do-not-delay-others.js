'use strict';
// A thousand clients send their requests a byte at a time. Ordinary requests are answered meanwhile as if they were
// alone; the slow ones are answered when they are complete, or told 408 when that takes longer than headersTimeout.

const assert = require('node:assert');
const http = require('node:http');
const net = require('node:net');

const SLOW = 1000;
const AT_ONCE = 100; // so many send a byte every TICK_MS
const TICK_MS = 10;
const ORDINARY = 100;
const MAX_MS = 1000; // for one ordinary request; alone it takes one or two
const REQUEST = `GET /slow HTTP/1.1\r\nHost: a\r\nA: ${'b'.repeat(1000)}\r\nConnection: close\r\n\r\n`;

function listen(options) {
  const server = http.createServer(options, (req, res) => res.end(req.url));
  return new Promise((resolve) => { server.listen(0, '127.0.0.1', SLOW, () => resolve(server)); });
}

function connect({ port }) {
  const client = { answer: '', sent: 0, isClosed: false };
  client.socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  client.socket.setEncoding('latin1');
  client.socket.on('data', (data) => { client.answer += data; });
  client.socket.on('error', () => {}); // of a byte that is sent to who has closed
  client.socket.on('close', () => { client.isClosed = true; });
  return new Promise((resolve) => { client.socket.on('connect', () => resolve(client)); });
}

async function connectAll(server) {
  const clients = [];
  while (clients.length < SLOW) {
    clients.push(...await Promise.all(Array.from({ length: AT_ONCE }, () => connect(server.address()))));
  }
  return clients;
}

// Sends the next byte of some of them, over and over.
function drip(clients) {
  let at = 0;
  return setInterval(() => {
    for (const client of clients.slice(at, at + AT_ONCE)) {
      if (client.socket.writable) client.socket.write(REQUEST[client.sent++]);
    }
    at = (at + AT_ONCE) % SLOW;
  }, TICK_MS);
}

function ask({ port }) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path: '/ordinary', agent: false }, (res) => {
      res.setEncoding('latin1');
      let text = '';
      res.on('data', (data) => { text += data; });
      res.on('end', () => {
        assert.strictEqual(text, '/ordinary');
        resolve(performance.now() - start);
      });
    }).on('error', reject);
  });
}

async function until(condition) {
  while (!condition()) await new Promise((resolve) => { setTimeout(resolve, TICK_MS); });
}

async function othersAreNotDelayed() {
  const server = await listen({});
  const clients = await connectAll(server);
  const timer = drip(clients);
  await until(() => clients.every(({ sent }) => sent > 0));
  let longestMs = 0;
  for (let i = 0; i < ORDINARY; i++) longestMs = Math.max(longestMs, await ask(server.address()));
  clearInterval(timer);
  assert.ok(longestMs < MAX_MS, `an ordinary request took ${longestMs} ms`);
  assert.ok(clients.every(({ answer, isClosed }) => answer === '' && !isClosed), 'a slow request was answered too early');
  for (const { socket, sent } of clients) socket.write(REQUEST.slice(sent));
  await until(() => clients.every(({ isClosed }) => isClosed));
  assert.ok(clients.every(({ answer }) => /^HTTP\/1\.1 200 OK\r\n[^]*\/slow$/.test(answer)));
  server.close();
}

async function tooSlowIsToldSo() {
  const server = await listen({ headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 50 });
  const clients = await connectAll(server);
  const timer = drip(clients);
  await until(() => clients.every(({ isClosed }) => isClosed));
  clearInterval(timer);
  const answers = new Set(clients.map(({ answer }) => answer));
  assert.deepStrictEqual([...answers], ['HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n']);
  await ask(server.address());
  const open = await new Promise((resolve) => { server.getConnections((error, count) => resolve(error ?? count)); });
  assert.ok(open <= 1, `${open} connections are left`);
  server.close();
}

(async () => {
  await othersAreNotDelayed();
  await tooSlowIsToldSo();
  console.log('ok');
})();
