// Extended CONNECT, sessions by performServerHandshake on sockets and other streams, and what an HTTP/2 server does with
// clients that speak something else.
const fs = require('fs');
const http2 = require('http2');
const net = require('net');
const path = require('path');
const tls = require('tls');
const { Duplex } = require('stream');
const { once } = require('events');

const pem = (name) => fs.readFileSync(path.join(__dirname, `${name}.pem`));
const identity = { key: pem('server-key'), cert: pem('server-cert') };

async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function textOf(stream) {
  let text = '';
  for await (const part of stream) text += part;
  return text;
}

async function extendedConnect(enableConnectProtocol) {
  const server = http2.createServer({ settings: { enableConnectProtocol } });
  server.on('stream', (stream, headers) => {
    console.log('server', headers[':method'], headers[':protocol'], headers[':path'], headers[':scheme']);
    stream.respond({ ':status': 200 });
    stream.on('data', (data) => stream.write(`echo ${data}`)).on('end', () => stream.end());
  });
  const client = http2.connect(`http://127.0.0.1:${await listening(server)}`);
  await once(client, 'remoteSettings');
  console.log('client', client.remoteSettings.enableConnectProtocol);
  try {
    const stream = client.request({ ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/chat' });
    stream.on('response', (headers) => console.log('client', headers[':status']));
    stream.on('error', (error) => console.log('client', error.code, error.message));
    stream.on('data', (data) => {
      console.log('client', `${data}`);
      stream.end();
    });
    stream.write('hello');
    await once(stream, 'close').catch((error) => console.log('failed', error.code));
  } catch (error) {
    console.log('thrown', error.code, error.message);
  }
  client.destroy();
  server.close();
}

// Two ends of a pipe.
function pipe() {
  const ends = [0, 1].map((i) => new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      ends[1 - i].push(chunk);
      done();
    },
    final(done) {
      ends[1 - i].push(null);
      done();
    },
  }));
  return ends;
}

async function onOtherStreams() {
  const answer = (session, name) => {
    console.log(name, session.constructor.name, session.type === http2.constants.NGHTTP2_SESSION_SERVER, session.encrypted);
    session.on('stream', (stream, headers) => {
      stream.respond({ 'x-path': headers[':path'] });
      stream.end(name);
    });
  };
  const [ours, theirs] = pipe();
  answer(http2.performServerHandshake(ours), 'pipe');
  const client = http2.connect('http://pipe', { createConnection: () => theirs });
  const request = client.request({ ':path': '/one' });
  request.on('response', (headers) => console.log(headers[':status'], headers['x-path']));
  console.log(await textOf(request));
  client.close();
  await once(client, 'close');

  const server = net.createServer((socket) => answer(http2.performServerHandshake(socket, { settings: { maxConcurrentStreams: 7 } }), 'socket'));
  const second = http2.connect(`http://127.0.0.1:${await listening(server)}`);
  await once(second, 'remoteSettings');
  console.log(second.remoteSettings.maxConcurrentStreams);
  console.log(await textOf(second.request({ ':path': '/two' })));
  second.close();
  await once(second, 'close');
  server.close();
  for (const wrong of [undefined, 1, {}]) {
    try {
      http2.performServerHandshake(wrong);
      console.log('taken');
    } catch (error) {
      console.log(error.code ?? error.name);
    }
  }
}

async function otherProtocols(allowHTTP1) {
  const server = http2.createSecureServer({ ...identity, allowHTTP1 }, (req, res) => res.end(`${req.httpVersion} ${req.socket.alpnProtocol}`));
  server.on('unknownProtocol', (socket) => console.log('unknownProtocol', socket.alpnProtocol));
  server.on('tlsClientError', (error) => console.log('tlsClientError', error.code));
  const port = await listening(server);
  for (const ALPNProtocols of [['h2'], ['h2', 'http/1.1'], ['http/1.1'], ['spdy/1'], ...(allowHTTP1 ? [undefined] : [])]) {
    const name = `allowHTTP1 ${allowHTTP1}, ${ALPNProtocols}:`;
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols });
    const failed = await once(socket, 'secureConnect').then(() => undefined, (error) => error);
    if (failed) {
      console.log(name, failed.code);
      continue;
    }
    if (socket.alpnProtocol === 'h2') {
      const client = http2.connect('https://127.0.0.1', { createConnection: () => socket });
      console.log(name, await textOf(client.request()));
      client.close();
      await once(client, 'close');
      continue;
    }
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    const text = await textOf(socket).catch((error) => error.code);
    console.log(name, text.split('\r\n')[0], '|', text.split('\r\n').at(-1));
  }
  server.close();
}

(async () => {
  await extendedConnect(true);
  await extendedConnect(false);
  await onOtherStreams();
  await otherProtocols(false);
  await otherProtocols(true);
})();
