'use strict';
// TLS over what is below it: sockets that are connected, connecting or not yet, upgraded connections, other streams, TLS.
const fs = require('fs');
const path = require('path');
const net = require('net');
const tls = require('tls');
const { Duplex, duplexPair } = require('stream');
const { once } = require('events');

const folder = path.join(__dirname, '..', 'a-handshake-tells-what-was-agreed');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const ca = pem('ca-cert');
const own = { key: pem('server-key'), cert: pem('server-cert') };
const trust = { ca, servername: 'server.test' };
const log = (...args) => console.log(...args);
const close = (server) => new Promise((resolve) => { server.close(resolve); });

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

// Echoes one line and ends.
const echo = (socket) => {
  socket.on('error', () => {});
  socket.once('data', (bytes) => socket.end(`echo ${bytes}`));
};

async function givenSockets() {
  const server = tls.createServer(own, echo);
  const port = await listen(server);
  const connected = net.connect(port, '127.0.0.1');
  await once(connected, 'connect');
  const first = tls.connect({ socket: connected, ...trust });
  first.write('connected');
  log(await textOf(first), first.encrypted, first.remotePort === port, first.localPort === connected.localPort);

  const connecting = net.connect(port, '127.0.0.1');
  const second = tls.connect({ socket: connecting, ...trust });
  log('connecting:', second.connecting, second.pending, second.secureConnecting);
  second.write('connecting', () => log('written after the handshake:', second.secureConnecting));
  log(await textOf(second));

  const named = net.connect(port, 'localhost');
  const third = tls.connect({ socket: named, ...trust });
  third.end('by name');
  log(await textOf(third));

  const bare = new net.Socket();
  const fourth = tls.connect({ socket: bare, ...trust });
  bare.connect(port, '127.0.0.1');
  fourth.write('connects later');
  log(await textOf(fourth));

  const self = new tls.TLSSocket(undefined, { ...trust, secureContext: tls.createSecureContext({ ca }) });
  self.connect(port, '127.0.0.1');
  self.write('by itself');
  log(await textOf(self));
  await close(server);
}

async function refusedSockets() {
  const server = net.createServer();
  const port = await listen(server);
  await close(server);
  const below = net.connect(port, '127.0.0.1');
  const socket = tls.connect({ socket: below, ...trust });
  const [error] = await once(socket, 'error');
  log('refused:', error.code, error.syscall, socket.secureConnecting);
  await new Promise((resolve) => { if (socket.closed) resolve(); else socket.on('close', resolve); });
  log('closed:', socket.destroyed, below.destroyed);
}

// A protocol that begins in the clear and goes on with TLS, as SMTP and PostgreSQL do.
async function upgrade() {
  const server = net.createServer((socket) => {
    socket.once('data', (bytes) => {
      log('in the clear:', String(bytes));
      socket.write('go ahead', () => {
        const secure = new tls.TLSSocket(socket, { isServer: true, ...own });
        secure.on('secure', () => log('server: secure', secure.getProtocol()));
        echo(secure);
      });
    });
  });
  const port = await listen(server);
  const socket = net.connect(port, '127.0.0.1');
  socket.write('STARTTLS');
  const [answer] = await once(socket, 'data');
  log('answer:', String(answer));
  const secure = tls.connect({ socket, ...trust }, () => log('client: secure', secure.authorized));
  secure.write('secret');
  log(await textOf(secure), socket.destroyed);
  await close(server);
}

// A server that finds TLS on a plain port, and bytes that were read before TLS was put on the socket.
async function sniffed() {
  const inner = tls.createServer(own, echo);
  const server = net.createServer((socket) => {
    socket.once('data', (bytes) => {
      log('first byte:', bytes[0]);
      socket.pause();
      socket.unshift(bytes);
      inner.emit('connection', socket);
    });
  });
  const port = await listen(server);
  const socket = tls.connect({ port, host: '127.0.0.1', ...trust });
  socket.write('sniffed');
  log(await textOf(socket));
  await close(server);
}

async function streams() {
  const [a, b] = duplexPair();
  const server = new tls.TLSSocket(a, { isServer: true, ...own });
  echo(server);
  const client = tls.connect({ socket: b, ...trust });
  log('over a stream:', client.connecting, client.remoteAddress);
  client.write('x'.repeat(100_000));
  let received = 0;
  server.on('data', (bytes) => { received += bytes.length; });
  await once(client, 'secureConnect');
  log('over a stream:', client.authorized);
  await textOf(client);
  log('over a stream:', received > 0);

  const text = new Duplex({ read() {}, write(chunk, encoding, callback) { callback(); } });
  text.setEncoding('utf8');
  const wrong = tls.connect({ socket: text, ...trust });
  setImmediate(() => text.push('text'));
  const [error] = await once(wrong, 'error');
  log('a stream of text:', error.code);
  for (const thing of [{}, 5, new (require('events'))()]) {
    try {
      new tls.TLSSocket(thing);
      log('made');
    } catch (error) {
      log('no stream:', error.name);
    }
  }
}

async function tlsInTls() {
  const inner = tls.createServer(own, echo);
  const outer = tls.createServer(own, (socket) => {
    socket.on('error', () => {});
    inner.emit('connection', socket);
  });
  const port = await listen(outer);
  const first = tls.connect({ port, host: '127.0.0.1', ...trust });
  const second = tls.connect({ socket: first, ...trust });
  second.write('twice');
  log(await textOf(second), second.authorized, first.authorized);
  const other = tls.connect({ port, host: '127.0.0.1', ...trust });
  await once(other, 'secureConnect');
  const nested = tls.connect({ socket: other, ...trust });
  nested.write('twice, connected');
  log(await textOf(nested));
  await close(outer);
}

async function ends() {
  const server = tls.createServer({ ...own, allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('end', () => socket.end('after your end'));
  });
  const port = await listen(server);
  const half = tls.connect({ port, host: '127.0.0.1', allowHalfOpen: true, ...trust });
  half.end('mine');
  log(await textOf(half));
  await close(server);
  const other = tls.createServer(own, echo);
  const port2 = await listen(other);
  const destroyed = tls.connect({ port: port2, host: '127.0.0.1', ...trust });
  destroyed.write('x', (error) => log('written:', error?.code));
  destroyed.destroy();
  await once(destroyed, 'close');
  log('destroyed:', destroyed.destroyed, destroyed.getPeerCertificate());
  const early = tls.connect({ port: port2, host: '127.0.0.1', ...trust });
  early.on('connect', () => early.destroy(new Error('not this one')));
  const [error] = await once(early, 'error');
  log(error.message);
  await close(other);
  const mute = net.createServer((socket) => { socket.on('error', () => {}); socket.resume().end(); });
  const silent = await listen(mute);
  const socket = tls.connect({ port: silent, host: '127.0.0.1', ...trust });
  const [reset] = await once(socket, 'error');
  log(reset.code, reset.message, reset.host, reset.port === silent);
  await close(mute);
  const plain = net.createServer((one) => { one.on('error', () => {}); one.resume().end('220 mail.test ESMTP\r\n'); });
  const confused = tls.connect({ port: await listen(plain), host: '127.0.0.1', ...trust });
  const [failure] = await once(confused, 'error');
  log(failure.code, failure.library, failure.reason);
  await close(plain);
}

async function timeouts() {
  const server = tls.createServer({ ...own, handshakeTimeout: 20 });
  const port = await listen(server);
  const socket = net.connect(port, '127.0.0.1');
  const [error] = await once(server, 'tlsClientError');
  log(error.code, error.message);
  socket.destroy();
  const idle = tls.connect({ port, host: '127.0.0.1', timeout: 20, ...trust });
  await once(idle, 'timeout');
  log('timeout:', idle.destroyed);
  idle.destroy();
  await close(server);
}

async function main() {
  for (const part of [givenSockets, refusedSockets, upgrade, sniffed, streams, tlsInTls, ends, timeouts]) {
    log(`-- ${part.name}`);
    await part();
  }
}
main().catch((error) => { console.log(error); process.exit(1); });
