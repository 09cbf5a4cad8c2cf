'use strict';

// Runs net in ways that depend on when bytes come. It prints the same on every transport.

const net = require('net');
const { createHash } = require('crypto');
const { once } = require('events');

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

// Bytes that never repeat a block, so that a lost, doubled or moved block changes the hash.
function pattern(length, seed) {
  const bytes = Buffer.alloc(length);
  let x = seed;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    bytes[i] = x >>> 16;
  }
  return bytes;
}

async function listening(server, ...where) {
  server.listen(...where);
  await once(server, 'listening');
  return server.address();
}

const connectTo = ({ port }, options) => net.connect({ port, host: '127.0.0.1', ...options });

async function allOf(socket) {
  const parts = [];
  socket.on('data', (part) => parts.push(part));
  await once(socket, 'end');
  return Buffer.concat(parts);
}

const scenarios = {
  async 'echo of large data, both ways at once'() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    const data = pattern(1_500_000, 1);
    const sizes = [1, 7, 999, 1000, 1001, 4096, 40_000, 70_000, 300_000];
    let at = 0;
    for (let i = 0; at < data.length; i++) {
      const end = Math.min(at + sizes[i % sizes.length], data.length);
      client.write(data.subarray(at, end));
      at = end;
    }
    client.end();
    const echo = await allOf(client);
    console.log(echo.length, hashOf(echo) === hashOf(data), client.bytesWritten, client.bytesRead);
    server.close();
    await once(server, 'close');
  },

  async 'many small writes in one turn'() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    let expected = '';
    for (let i = 0; i < 3000; i++) {
      expected += `line ${i} with ä, é and 日本\n`;
      client.write(`line ${i} with ä, é and `);
      client.write('日本\n', 'utf8');
    }
    client.write('\xe4\xff', 'latin1');
    client.write('00ff', 'hex');
    client.end('the end');
    const echo = await allOf(client);
    const whole = Buffer.concat([Buffer.from(expected), Buffer.from([0xe4, 0xff, 0, 0xff]), Buffer.from('the end')]);
    console.log(echo.equals(whole));
    server.close();
    await once(server, 'close');
  },

  async 'callbacks of writes come in order, and drain after the peer has read'() {
    const server = net.createServer((socket) => {
      socket.pause();
      server.emit('peer', socket);
    });
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    const order = [];
    const part = pattern(200_000, 3);
    let written = 0;
    while (client.write(part, () => order.push('written')) || written < 20) written++;
    const done = once(client, 'drain');
    const [peer] = await once(server, 'peer');
    console.log(client.writableNeedDrain, client.writableLength > 0);
    const all = allOf(peer.resume());
    await done;
    order.push('drain');
    client.end(() => order.push('finished'));
    const bytes = await all;
    peer.end();
    await once(client, 'close');
    console.log(order.length === written + 3, order.slice(-3).join(), bytes.length === part.length * (written + 1));
    server.close();
  },

  async 'half-close: the answer comes after the end'() {
    const answer = pattern(400_000, 4);
    const server = net.createServer({ allowHalfOpen: true }, async (socket) => {
      const question = await allOf(socket);
      server.emit('asked', question.length, hashOf(question), socket.readyState);
      socket.end(answer);
    });
    const asked = once(server, 'asked');
    const client = connectTo(await listening(server, 0, '127.0.0.1'), { allowHalfOpen: true });
    client.end(pattern(100_000, 5));
    await once(client, 'finish');
    const state = client.readyState;
    const got = await allOf(client);
    console.log('ended', state, 'asked', ...await asked, 'answered', got.equals(answer));
    server.close();
    await once(server, 'close');
  },

  async 'an end without a byte, from both sides'() {
    const server = net.createServer((socket) => socket.end().on('end', () => server.emit('heard')).resume());
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    client.resume();
    const { 0: { 0: hadError } } = await Promise.all([once(client, 'close'), once(server, 'heard')]);
    console.log('closed', hadError);
    server.close();
    await once(server, 'close');
  },

  async 'a paused socket gets nothing, and all of it after resume'() {
    const data = pattern(600_000, 6);
    const server = net.createServer((socket) => socket.end(data));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    const parts = [];
    let isPaused = false;
    let pauses = 0;
    client.on('data', (part) => {
      if (isPaused) console.log('data while it was paused');
      parts.push(part);
      if (pauses < 40) {
        pauses++;
        isPaused = true;
        client.pause();
        setImmediate(() => setImmediate(() => {
          isPaused = false;
          client.resume();
        }));
      }
    });
    await once(client, 'end');
    console.log(pauses > 3, Buffer.concat(parts).equals(data));
    server.close();
    await once(server, 'close');
  },

  async 'reading begins long after the bytes and the end have come'() {
    const server = net.createServer((socket) => socket.end('early bird'));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    client.pause();
    await once(client, 'connect');
    client.end();
    for (let i = 0; i < 50; i++) await new Promise(setImmediate);
    console.log(String(await allOf(client.resume())));
    server.close();
    await once(server, 'close');
  },

  async 'readable and read(n)'() {
    const data = pattern(100_003, 7);
    const server = net.createServer((socket) => socket.end(data));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    const parts = [];
    client.on('readable', () => {
      for (let part = client.read(777) ?? client.read(); part !== null; part = client.read(777)) parts.push(part);
    });
    await once(client, 'end');
    console.log(Buffer.concat(parts).equals(data));
    server.close();
    await once(server, 'close');
  },

  async 'destroy of the server side'() {
    const server = net.createServer((socket) => socket.once('data', () => socket.destroy()));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    client.write('x');
    client.on('end', () => console.log('end')).resume();
    const [hadError] = await once(client, 'close');
    console.log('closed', hadError);
    server.close();
    await once(server, 'close');
  },

  async 'destroy of the client with unsent bytes'() {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('close', () => server.emit('gone')).resume();
    });
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    await once(client, 'connect');
    client.write(Buffer.alloc(32 << 20), (error) => console.log('write', error?.code));
    client.destroy();
    await Promise.all([once(client, 'close'), once(server, 'gone')]);
    console.log('destroyed', client.destroyed);
    server.close();
    await once(server, 'close');
  },

  async 'destroy inside the first data event'() {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.end(pattern(300_000, 9));
    });
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    let events = 0;
    client.on('data', () => {
      events++;
      client.destroy();
    });
    await once(client, 'close');
    for (let i = 0; i < 10; i++) await new Promise(setImmediate);
    console.log('events', events);
    server.close();
    await once(server, 'close');
  },

  async 'writes before the connection is made'() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    client.write('one,');
    client.cork();
    client.write('two,');
    client.write('three');
    process.nextTick(() => client.uncork());
    client.end();
    console.log(client.connecting, String(await allOf(client)));
    server.close();
    await once(server, 'close');
  },

  async 'a connection that is refused'() {
    const server = net.createServer();
    const address = await listening(server, 0, '127.0.0.1');
    server.close();
    await once(server, 'close');
    const client = connectTo(address);
    client.write('x', (error) => console.log('write', error?.code));
    const [error] = await once(client, 'error');
    console.log(error.code);
    await once(client, 'close');
  },

  async 'an idle socket times out, and no traffic lets it'() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    client.setTimeout(100);
    client.resume();
    await once(client, 'timeout');
    console.log('timeout');
    client.end();
    await once(client, 'close');
    server.close();
    await once(server, 'close');
  },

  async 'a Unix socket'() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const path = `\0gyre-transport-${process.pid}-${process.hrtime.bigint()}`;
    server.listen(path);
    await once(server, 'listening');
    const client = net.connect(path);
    const data = pattern(500_000, 10);
    client.end(data);
    console.log((await allOf(client)).equals(data));
    server.close();
    await once(server, 'close');
  },

  async 'many connections at once'() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const address = await listening(server, 0, '127.0.0.1');
    const results = await Promise.all(Array.from({ length: 40 }, async (_, i) => {
      const client = connectTo(address);
      const data = pattern(20_000 + i * 511, i + 20);
      client.end(data);
      return (await allOf(client)).equals(data);
    }));
    console.log(results.every(Boolean));
    server.close();
    await once(server, 'close');
  },

  async 'await of a connection\'s bytes'() {
    const server = net.createServer(async (socket) => {
      for await (const part of socket) socket.write(part);
      socket.end();
    });
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    const data = pattern(250_000, 11);
    client.end(data);
    const parts = [];
    for await (const part of client) parts.push(part);
    console.log(Buffer.concat(parts).equals(data));
    server.close();
    await once(server, 'close');
  },

  async 'a server that takes over a connection inside the connection event'() {
    const server = net.createServer({ pauseOnConnect: true }, (socket) => {
      setImmediate(() => setImmediate(() => socket.pipe(socket)));
    });
    const client = connectTo(await listening(server, 0, '127.0.0.1'));
    client.end('held');
    console.log(String(await allOf(client)));
    server.close();
    await once(server, 'close');
  },
};

(async () => {
  for (const [name, run] of Object.entries(scenarios)) {
    console.log(`# ${name}`);
    await run();
  }
})();
