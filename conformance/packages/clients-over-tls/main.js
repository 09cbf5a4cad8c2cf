'use strict';
// Clients as npm has them, over TLS: got, axios, undici, node-fetch, ws, and nodemailer with smtp-server, which upgrades a
// connection in its midst.

const { createHash } = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const http2 = require('node:http2');
const https = require('node:https');
const path = require('node:path');
const { Readable } = require('node:stream');
const zlib = require('node:zlib');

const folder = path.join(__dirname, '../../specs/https/servers-and-agents');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const identity = { key: pem('server-key'), cert: pem('server-cert') };
const ca = pem('ca-cert');

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
const BIG = Buffer.alloc(3_000_000, 'encrypted, record by record; ');

function failure(error) {
  const codes = [];
  for (let e = error; e && codes.length < 4; e = e.cause) codes.push(e.code ?? e.name);
  return codes.join(' < ');
}

const attempt = async (name, run) => {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, 'failed:', failure(error));
  }
};

async function answer(req, res) {
  const body = [];
  for await (const part of req) body.push(part);
  const all = Buffer.concat(body);
  switch (req.url) {
    case '/json': res.setHeader('content-type', 'application/json'); res.end(JSON.stringify({ method: req.method, alpn: req.socket.alpnProtocol || null, got: all.toString() })); break;
    case '/away': res.writeHead(302, { location: '/json' }).end(); break;
    case '/zipped': res.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(zlib.gzipSync('unpacked again')); break;
    case '/big': res.end(BIG); break;
    case '/hash': res.end(hash(all)); break;
    case '/broken': res.writeHead(200, { 'content-length': 100 }); res.write('a part'); setImmediate(() => res.socket.destroy()); break;
    case '/error': res.writeHead(500).end('no'); break;
    case '/silent': break;
    default: res.writeHead(404).end();
  }
}

const listening = async (server) => { server.listen(0, '127.0.0.1'); await once(server, 'listening'); return server.address().port; };

async function ofGot(base) {
  const { default: got } = require('got');
  const trusting = got.extend({ https: { certificateAuthority: ca }, retry: { limit: 0 } });
  await attempt('got get', () => trusting(`${base}/json`).json());
  await attempt('got post', () => trusting.post(`${base}/json`, { json: { a: 1 } }).json());
  await attempt('got redirect', async () => { const r = await trusting(`${base}/away`); return [r.statusCode, r.redirectUrls.length, r.body]; });
  await attempt('got gzip', () => trusting(`${base}/zipped`).text());
  await attempt('got big', async () => hash(await trusting(`${base}/big`).buffer()) === hash(BIG));
  await attempt('got upload', async () => (await trusting.post(`${base}/hash`, { body: Readable.from([BIG.subarray(0, 1e6), BIG.subarray(1e6)]) }).text()) === hash(BIG));
  await attempt('got http2', () => trusting(`${base}/json`, { http2: true }).json());
  await attempt('got authorized', async () => { const r = await trusting(`${base}/json`); return [r.socket?.authorized ?? r.request.socket?.authorized, typeof r.timings.phases.tls]; });
  await attempt('got status', () => trusting(`${base}/error`));
  await attempt('got untrusted', () => got(`${base}/json`, { retry: { limit: 0 } }));
  await attempt('got wrong host', () => trusting(`${base.replace('127.0.0.1', 'localhost')}/json`, { dnsLookup: (host, options, callback) => (typeof options === 'function' ? options : callback)(null, '127.0.0.1', 4) }));
  await attempt('got timeout', () => trusting(`${base}/silent`, { timeout: { response: 300 } }));
  await attempt('got broken', () => trusting(`${base}/broken`));
}

async function ofAxios(base) {
  const axios = require('axios');
  const client = axios.create({ baseURL: base, httpsAgent: new https.Agent({ ca, keepAlive: true, maxSockets: 1 }), proxy: false });
  await attempt('axios get', async () => (await client.get('/json')).data);
  await attempt('axios post', async () => (await client.post('/json', { a: [1, 'ü'] })).data);
  await attempt('axios redirect', async () => (await client.get('/away')).data);
  await attempt('axios gzip', async () => (await client.get('/zipped')).data);
  await attempt('axios big', async () => hash((await client.get('/big', { responseType: 'arraybuffer' })).data) === hash(BIG));
  await attempt('axios stream', async () => { const parts = []; for await (const part of (await client.get('/big', { responseType: 'stream' })).data) parts.push(part); return hash(Buffer.concat(parts)) === hash(BIG); });
  await attempt('axios upload', async () => (await client.post('/hash', BIG)).data === hash(BIG));
  await attempt('axios kept alive', async () => { await client.get('/json'); return (await client.get('/json')).request.reusedSocket; });
  await attempt('axios status', () => client.get('/error'));
  await attempt('axios untrusted', () => axios.get(`${base}/json`, { proxy: false }));
  await attempt('axios timeout', () => client.get('/silent', { timeout: 300 }));
  await attempt('axios aborted', () => client.get('/silent', { signal: AbortSignal.timeout(100) }));
  await attempt('axios broken', () => client.get('/broken'));
  client.defaults.httpsAgent.destroy();
}

async function ofUndici(base) {
  const { Agent, Client, fetch, request, stream } = require('undici');
  const dispatcher = new Agent({ connect: { ca } });
  await attempt('undici request', async () => (await request(`${base}/json`, { dispatcher, method: 'POST', body: 'text' })).body.json());
  await attempt('undici fetch', async () => (await fetch(`${base}/away`, { dispatcher })).json());
  await attempt('undici gzip', async () => (await fetch(`${base}/zipped`, { dispatcher })).text());
  await attempt('undici big', async () => hash(Buffer.from(await (await request(`${base}/big`, { dispatcher })).body.arrayBuffer())) === hash(BIG));
  await attempt('undici stream', async () => {
    const { Writable } = require('node:stream');
    const parts = [];
    await stream(`${base}/big`, { dispatcher, method: 'GET' }, () => new Writable({ write(part, _, done) { parts.push(part); done(); } }));
    return hash(Buffer.concat(parts)) === hash(BIG);
  });
  await attempt('undici global fetch', async () => (await globalThis.fetch(`${base}/json`, { dispatcher })).json());
  await attempt('undici http2', async () => {
    const client = new Client(base, { connect: { ca }, allowH2: true });
    const { body } = await client.request({ path: '/json', method: 'GET' });
    const result = await body.json();
    await client.close();
    return result;
  });
  await attempt('undici untrusted', () => request(`${base}/json`));
  await attempt('undici timeout', () => request(`${base}/silent`, { dispatcher, headersTimeout: 300 }));
  await attempt('undici broken', async () => (await request(`${base}/broken`, { dispatcher })).body.text());
  await dispatcher.close();
}

async function ofNodeFetch(base) {
  const { default: fetch } = require('node-fetch');
  const agent = new https.Agent({ ca });
  await attempt('node-fetch get', async () => (await fetch(`${base}/json`, { agent })).json());
  await attempt('node-fetch redirect', async () => { const r = await fetch(`${base}/away`, { agent }); return [r.redirected, r.status, await r.json()]; });
  await attempt('node-fetch gzip', async () => (await fetch(`${base}/zipped`, { agent })).text());
  await attempt('node-fetch upload', async () => (await (await fetch(`${base}/hash`, { agent, method: 'POST', body: Readable.from([BIG]) })).text()) === hash(BIG));
  await attempt('node-fetch untrusted', () => fetch(`${base}/json`));
  await attempt('node-fetch broken', async () => (await fetch(`${base}/broken`, { agent })).text());
  await attempt('node-fetch aborted', () => fetch(`${base}/silent`, { agent, signal: AbortSignal.timeout(100) }));
}

async function ofWs() {
  const { WebSocket, WebSocketServer } = require('ws');
  const server = https.createServer(identity);
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, req) => socket.on('message', (data, isBinary) => socket.send(isBinary ? data : `${req.socket.encrypted} ${data}`, { binary: isBinary })));
  const port = await listening(server);
  await attempt('ws echo', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}`, { ca });
    await once(socket, 'open');
    socket.send('hello');
    const { 0: text } = await once(socket, 'message');
    socket.send(BIG);
    const { 0: bytes } = await once(socket, 'message');
    socket.close(1000, 'done');
    const { 0: code, 1: reason } = await once(socket, 'close');
    return [String(text), hash(bytes) === hash(BIG), code, String(reason)];
  });
  await attempt('ws untrusted', () => once(new WebSocket(`wss://127.0.0.1:${port}`), 'open'));
  sockets.close();
  server.close();
}

async function ofMail() {
  const nodemailer = require('nodemailer');
  const { SMTPServer } = require('smtp-server');
  for (const secure of [true, false]) {
    const received = [];
    const server = new SMTPServer({
      ...identity, secure, banner: 'test', authMethods: ['PLAIN'], disableReverseLookup: true,
      onAuth: ({ username, password }, session, done) => done(password === 'right' ? null : new Error('who?'), { user: username }),
      onData(stream, session, done) {
        const parts = [];
        stream.on('data', (part) => parts.push(part));
        stream.on('end', () => { received.push({ secure: session.secure, user: session.user, to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString() }); done(); });
      },
    });
    server.on('error', () => {}); // a client that goes away in the handshake
    const { 0: port } = [await listening(server.server)];
    const mail = (options, pass = 'right') => nodemailer.createTransport({ host: '127.0.0.1', port, secure, requireTLS: !secure, name: 'client.test', auth: { user: 'me', pass }, tls: { ca }, ...options })
      .sendMail({ from: 'a@a.test', to: ['b@b.test', 'c@c.test'], subject: 'Grüße', text: 'long '.repeat(30_000), messageId: '<1@a.test>', date: new Date(0) });
    const name = secure ? 'mail by TLS' : 'mail by STARTTLS';
    await attempt(name, async () => {
      const { accepted, rejected } = await mail({});
      const { secure: isSecure, user, to, text } = received[0];
      return [accepted, rejected, isSecure, user, to, hash(text)];
    });
    await attempt(`${name}, wrong password`, () => mail({}, 'wrong'));
    await attempt(`${name}, untrusted`, () => mail({ tls: {} }));
    await new Promise((resolve) => { server.close(resolve); });
  }
}

(async () => {
  const server = http2.createSecureServer({ ...identity, allowHTTP1: true }, answer);
  const port = await listening(server);
  const base = `https://127.0.0.1:${port}`;
  await ofGot(base);
  await ofAxios(base);
  await ofUndici(base);
  await ofNodeFetch(base);
  await ofWs();
  await ofMail();
  server.close();
  process.exit();
})();
