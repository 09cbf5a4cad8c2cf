'use strict';
// A program that chooses the keys of session tickets itself: it rotates them, renews tickets, or refuses. Programs and
// Node's tests do so by the native half of the server's context.
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { once } = require('events');

const folder = path.join(__dirname, '..', 'a-handshake-tells-what-was-agreed');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const ca = pem('ca-cert');
const own = { key: pem('server-key'), cert: pem('server-cert') };

const keyOf = (letter) => ({ name: Buffer.alloc(16, letter), hmac: Buffer.alloc(16, `${letter}h`), aes: Buffer.alloc(16, `${letter}a`) });

async function listen(version, callback) {
  const server = tls.createServer({ ...own, minVersion: version, maxVersion: version }, (socket) => {
    socket.on('error', () => {});
    socket.end('x');
  });
  server.lines = [];
  server.on('tlsClientError', (error) => server.lines.push(`tlsClientError ${error.code}`));
  const { context } = server._sharedCreds;
  console.log('returns', context.enableTicketKeyCallback());
  context.onticketkeycallback = callback;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function connect(server, session) {
  return new Promise((resolve) => {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: 'server.test', session });
    const sessions = [];
    let outcome = 'closed';
    socket.on('session', (one) => sessions.push(one));
    socket.on('secureConnect', () => { outcome = `reused ${socket.isSessionReused()}`; });
    socket.on('error', (error) => { outcome += ` ${error.code}`; });
    socket.resume();
    socket.on('close', () => resolve({ outcome, session: sessions.at(-1), count: sessions.length }));
  });
}
const close = (server) => new Promise((resolve) => { server.close(resolve); });

async function rotates(version) {
  console.log(version);
  let current = keyOf('a');
  let known = { a: current };
  let whenKnown = 1;
  const asked = [];
  const server = await listen(version, function callback(name, iv, isNew) {
    asked.push(`${isNew} ${Buffer.isBuffer(name)} ${name.length} ${iv.length} ${isNew ? '' : name.toString()} ${this === server._sharedCreds.context}`);
    if (isNew) return [1, current.hmac, current.aes, current.name, crypto.randomBytes(16)];
    const key = known[name.toString()[0]];
    return key === undefined ? [0, current.hmac, current.aes] : [whenKnown, key.hmac, key.aes];
  });
  const show = (name, { outcome, count }) => console.log(`  ${name}: ${outcome}, sessions ${count}; asked`, asked.splice(0));
  const first = await connect(server);
  show('first', first);
  show('resumed', await connect(server, first.session));
  whenKnown = 2;
  const renewed = await connect(server, first.session);
  show('renewed', renewed);
  current = keyOf('b');
  known = { a: known.a, b: current };
  const rotated = await connect(server, first.session);
  show('rotated, the old key known', rotated);
  show('the new key', await connect(server, rotated.session));
  known = { b: current };
  show('the old key forgotten', await connect(server, first.session));
  const keys = server.getTicketKeys();
  server.setTicketKeys(crypto.randomBytes(48));
  show('keys of the server do not matter', await connect(server, rotated.session));
  console.log('  told', server.getTicketKeys().equals(keys));
  await close(server);
}

async function answersBadly(version) {
  const { hmac, aes, name } = keyOf('a');
  const good = [1, hmac, aes, name, Buffer.alloc(16, 1)];
  const bad = {
    nothing: () => undefined,
    'a number': () => 1,
    'an empty list': () => [],
    'a text for a number': () => ['1', hmac, aes, name, name],
    'below zero': () => [-1],
    'no key': () => [0, hmac, aes, name, name],
    'a short AES key': () => [1, hmac, aes.subarray(1), name, name],
    'a long HMAC key': () => [1, Buffer.alloc(32), aes, name, name],
    'a short name': () => [1, hmac, aes, name.subarray(1), name],
    'a short IV': () => [1, hmac, aes, name, name.subarray(1)],
  };
  for (const [text, answer] of Object.entries(bad)) {
    let isBad = true;
    const server = await listen(version, (ticketName, iv, isNew) => (isNew && !isBad ? good : answer()));
    const made = await connect(server);
    if (version === 'TLSv1.3') server.lines.length = 0; // whether its handshake counts as done when tickets are made
    isBad = false;
    const { session } = await connect(server);
    const { outcome, count } = await connect(server, session);
    console.log(`  ${text}: made ${made.outcome} ${made.count}, read ${outcome} ${count}`, server.lines);
    await close(server);
  }
}

(async () => {
  await rotates('TLSv1.3');
  await rotates('TLSv1.2');
  await answersBadly('TLSv1.3');
  await answersBadly('TLSv1.2');
})();
