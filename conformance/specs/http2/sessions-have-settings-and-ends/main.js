'use strict';

const { once } = require('events');
const http2 = require('http2');
const { duplexPair } = require('stream');

function attempt(name, call) {
  try {
    console.log(name, call());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

attempt('defaults', () => JSON.stringify(http2.getDefaultSettings()));
attempt('packed', () => http2.getPackedSettings({ headerTableSize: 1, enablePush: false, maxFrameSize: 20000,
  customSettings: { 99: 7 } }).toString('hex'));
attempt('unpacked', () => JSON.stringify(http2.getUnpackedSettings(Buffer.from('000100000001000200000000006300000007', 'hex'))));
attempt('bad length', () => http2.getUnpackedSettings(Buffer.alloc(5)));
attempt('bad frame size', () => http2.getPackedSettings({ maxFrameSize: 1 }));
attempt('bad push', () => http2.getPackedSettings({ enablePush: 1 }));
attempt('bad settings', () => http2.createServer({ settings: 1 }));
attempt('bad protocol', () => http2.connect('ftp://localhost'));
attempt('bad authority', () => http2.connect('nonsense'));

// The compatibility API, over streams that are no sockets.
async function compat() {
  const [clientSide, serverSide] = duplexPair();
  const server = http2.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    console.log(request.method, request.url, request.httpVersion, request.authority, request.scheme, body, request.headers['x-a']);
    attempt('pseudo', () => response.setHeader(':path', '/'));
    attempt('value', () => response.setHeader('a', undefined));
    response.setHeader('X-B', ['1', '2']);
    response.appendHeader('x-b', '3');
    console.log(response.getHeaderNames(), response.hasHeader('x-B'), response.headersSent);
    response.sendDate = false;
    response.setTrailer('x-t', 'end');
    response.writeHead(202, { 'x-c': 'c' });
    attempt('late', () => response.setHeader('x-d', 1));
    response.write('one ');
    response.end('two', () => console.log('finished', response.finished, response.writableEnded));
  });
  server.emit('connection', serverSide);
  const client = http2.connect('http://example.com', { createConnection: () => clientSide });
  const stream = client.request({ ':path': '/compat', ':method': 'POST', 'x-a': 'a' });
  stream.on('response', (headers) => console.log(JSON.stringify(headers)));
  stream.on('trailers', (trailers) => console.log('trailers', trailers['x-t']));
  stream.setEncoding('utf8');
  let body = '';
  stream.on('data', (text) => { body += text; });
  stream.end('sent');
  await once(stream, 'close');
  console.log(body, client.alpnProtocol, client.encrypted, client.type);
  client.destroy();
  await once(client, 'close');
}

async function session() {
  const server = http2.createServer({ settings: { maxConcurrentStreams: 7, customSettings: { 1000: 5 } } });
  server.listen(0);
  await once(server, 'listening');
  const atServer = once(server, 'session');
  const client = http2.connect(`http://localhost:${server.address().port}`, { remoteCustomSettings: [1000],
    settings: { initialWindowSize: 100000 } });
  console.log(client.connecting, client.state, client.localSettings);
  const [remote] = await once(client, 'remoteSettings');
  console.log(JSON.stringify(remote));
  if (client.pendingSettingsAck) await once(client, 'localSettings');
  console.log(client.localSettings.initialWindowSize, client.pendingSettingsAck);
  const [serverSession] = await atServer;
  attempt('ping length', () => client.ping(Buffer.alloc(3), () => {}));
  attempt('ping callback', () => client.ping());
  const pinged = once(serverSession, 'ping');
  await new Promise((resolve) => {
    client.ping(Buffer.from('12345678'), (error, duration, payload) => {
      console.log('pong', error, typeof duration, payload.toString());
      resolve();
    });
  });
  console.log('ping', (await pinged)[0].toString());
  await new Promise((resolve) => client.settings({ enablePush: false }, (error, settings) => {
    console.log('settings', error, settings.enablePush);
    resolve();
  }));
  console.log(serverSession.remoteSettings.enablePush, serverSession.remoteSettings.initialWindowSize);
  attempt('socket.write', () => client.socket.write('x'));
  attempt('socket port', () => typeof client.socket.remotePort);
  attempt('set id', () => client.setNextStreamID(2 ** 33));
  client.setLocalWindowSize(1 << 20);
  console.log(client.state.effectiveLocalWindowSize, client.state.nextStreamID, client.state.remoteWindowSize);
  attempt('altsvc', () => serverSession.altsvc('h2=":8000"', 'https://example.org/x'));
  console.log('altsvc', ...await once(client, 'altsvc'));
  attempt('altsvc origin', () => serverSession.altsvc('x', 'foo:'));
  attempt('headers', () => client.request({ 'connection': 'close' }));
  attempt('two', () => client.request({ 'content-type': ['a', 'b'] }));
  attempt('pseudo', () => client.request({ ':nothing': 'x' }));
  attempt('connect', () => client.request({ ':method': 'CONNECT' }));
  const closed = new Promise((resolve) => { client.on('close', resolve); });
  const goaway = once(client, 'goaway');
  serverSession.goaway(0, 0, Buffer.from('bye'));
  const [code, last, data] = await goaway;
  console.log('goaway', code, last, data.toString(), client.closed);
  serverSession.destroy();
  await closed;
  attempt('ping after', () => client.ping(() => {}));
  const late = client.request();
  late.on('error', (error) => console.log('late', error.code, error.message));
  await new Promise((resolve) => { late.on('close', resolve); });
  server.close();
  await once(server, 'close');
}

compat().then(session).then(() => console.log('done'));
