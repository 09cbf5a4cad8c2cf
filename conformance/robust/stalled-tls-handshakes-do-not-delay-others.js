'use strict';
// A thousand clients begin a TLS handshake and stop: at once, after some bytes, after a whole hello. Ordinary requests are
// answered meanwhile as if they were alone, and the stalled ones are closed after handshakeTimeout, each with its error.

const assert = require('node:assert');
const fs = require('node:fs');
const https = require('node:https');
const net = require('node:net');
const path = require('node:path');
const { hello, record, HANDSHAKE } = require('../specs/tls/misuses-of-the-protocol-end-the-connection/records');

const STALLED = 1000;
const ORDINARY = 40;
const MAX_MS = 2000; // for one ordinary request, with its handshake; alone it takes a few
const LIMIT_MS = 30_000;
const TIMEOUT_MS = 3000;
const HELLO = record(HANDSHAKE, 0x0301, hello());
const BEGINNINGS = [Buffer.alloc(0), HELLO.subarray(0, 1), HELLO.subarray(0, 5), HELLO.subarray(0, 40), HELLO, HELLO.subarray(0, -1)];

const pem = (name) => fs.readFileSync(path.join(__dirname, '../specs/https/servers-and-agents', `${name}.pem`));
const errors = {};
let refused = 0;
const server = https.createServer({ key: pem('server-key'), cert: pem('server-cert'), handshakeTimeout: TIMEOUT_MS },
  (req, res) => res.end('hello'));
server.on('tlsClientError', ({ code }) => {
  errors[code] = (errors[code] ?? 0) + 1;
  refused++;
});

function stall(port, beginning) {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', () => {});
  const connected = new Promise((resolve) => { socket.on('connect', () => socket.write(beginning, resolve)); });
  const closed = new Promise((resolve) => { socket.on('close', resolve); });
  return { connected, closed, socket };
}

function ask(port) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    https.get({ port, host: '127.0.0.1', rejectUnauthorized: false, agent: false }, (res) => {
      res.resume();
      res.on('end', () => resolve(performance.now() - start));
    }).on('error', reject);
  });
}

server.listen(0, '127.0.0.1', STALLED, async () => {
  const limit = setTimeout(() => {
    console.error(`after ${LIMIT_MS} ms ${refused} of ${STALLED} were refused`, errors);
    process.exit(1);
  }, LIMIT_MS);
  const { port } = server.address();
  const stalled = [];
  for (let i = 0; i < STALLED; i += 100) {
    const some = Array.from({ length: 100 }, (_, n) => stall(port, BEGINNINGS[(i + n) % BEGINNINGS.length]));
    await Promise.all(some.map((one) => one.connected));
    stalled.push(...some);
  }
  let slowest = 0;
  for (let i = 0; i < ORDINARY; i++) slowest = Math.max(slowest, await ask(port));
  assert(slowest < MAX_MS, `an ordinary request took ${slowest} ms`);
  await Promise.all(stalled.map((one) => one.closed));
  assert.strictEqual(refused, STALLED);
  assert.deepStrictEqual(errors, { ERR_TLS_HANDSHAKE_TIMEOUT: STALLED });
  assert((await ask(port)) < MAX_MS);
  clearTimeout(limit);
  server.close(() => console.log('ok'));
});
