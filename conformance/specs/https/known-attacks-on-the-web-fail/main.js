'use strict';
// Attacks on HTTP/1, fetch, WebSockets and cryptography that have CVE numbers. Those on TLS and HTTP/2 are in
// tls/known-attacks-fail and http2/known-attacks-end-the-session-and-nothing-else.

const crypto = require('crypto');
const { once } = require('events');
const http = require('http');
const net = require('net');

const outcome = (error) => `${error.name} ${error.code ?? error.cause?.code ?? ''} ${error.cause?.message ?? error.message}`;

async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function closed(server) {
  server.closeAllConnections?.();
  server.close();
  await once(server, 'close');
}

// Sends raw bytes to an HTTP server: which requests it saw, and the status lines of its answers.
async function raw(name, bytes, options = {}) {
  const seen = [];
  const server = http.createServer(options, (req, res) => {
    let body = 0;
    req.on('error', () => {});
    req.on('data', ({ length }) => { body += length; });
    req.on('end', () => {
      seen.push(`${req.method} ${req.url} ${body} bytes, ${Object.keys(req.headersDistinct).length} headers, ${Object.keys(req.trailersDistinct).length} trailers`);
      res.end('x');
    });
  });
  server.on('clientError', (error, socket) => {
    seen.push(`refused ${error.code}`);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  const port = await listening(server);
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (text) => {
    answer += text;
    if (/x$/.test(answer)) socket.end();
  });
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => { socket.on('close', resolve); });
  console.log(`${name}: ${seen.join('; ')}; ${answer.match(/HTTP\/1.1 \d+/g)?.join(', ')}`);
  await closed(server);
}

async function requests() {
  const end = '\r\nConnection: close\r\n\r\n';
  await raw('CVE-2023-30589, a bare CR in a line', `POST / HTTP/1.1\r\nHost: a\r\nX: y\rContent-Length: 30${end}GET /smuggled HTTP/1.1\r\n\r\n`);
  await raw('CVE-2023-30589, a bare CR before a name', 'GET / HTTP/1.1\r\nHost: a\r\n\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
  await raw('CVE-2024-27982, a space before Content-Length', `POST / HTTP/1.1\r\nHost: a\r\n Content-Length: 30${end}GET /smuggled HTTP/1.1\r\n\r\n`);
  await raw('CVE-2024-27982, after another header', `POST / HTTP/1.1\r\nHost: a\r\nX: y\r\n Content-Length: 30${end}`);
  await raw('CVE-2025-23167, CR LF CR X at the end of the head', 'GET / HTTP/1.1\r\nHost: a\r\n\rXGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n');
  await raw('CVE-2024-22019, an endless extension of a chunk', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked${end}2;${'A'.repeat(20_000)}=b\r\nAA\r\n0\r\n\r\n`);
  await raw('CVE-2024-22019, extensions of many chunks', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked${end}${`2;${'A'.repeat(10_000)}=b\r\nAA\r\n`.repeat(4)}0\r\n\r\n`);
  await raw('CVE-2026-21710, a header named __proto__', `GET / HTTP/1.1\r\nHost: a\r\n__proto__: x${end}`);
  await raw('CVE-2026-21710, a trailer named __proto__', `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: __proto__${end}0\r\n__proto__: x\r\n\r\n`);
  await raw('CVE-2026-58044, more headers than are counted', `POST / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 2100 }, (_, i) => `a${i}: b\r\n`).join('')}Content-Length: 1\r\n\r\nA`);
}

async function agents() {
  // CVE-2026-48931: an answer before its request.
  const sockets = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    const text = `connection ${sockets.length}`;
    socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`));
  });
  const port = await listening(server);
  const agent = new http.Agent({ keepAlive: true });
  const get = async () => {
    const { 0: res } = await once(http.get({ port, host: '127.0.0.1', agent }), 'response');
    let text = '';
    for await (const chunk of res) text += chunk;
    return text;
  };
  console.log('CVE-2026-48931', await get());
  await new Promise(setImmediate);
  const [idle] = Object.values(agent.freeSockets).flat();
  const gone = once(idle, 'close');
  sockets[0].write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison');
  await gone;
  console.log('CVE-2026-48931', await get());
  agent.destroy();
  server.close();
  await once(server, 'close');

  // CVE-2026-48615: credentials of a proxy are in no error.
  const proxy = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n'));
  });
  const url = `http://user:secret@127.0.0.1:${await listening(proxy)}`;
  const https = require('https');
  const tunnels = new https.Agent({ proxyEnv: { HTTPS_PROXY: url } });
  const { 0: error } = await once(https.get('https://a.test/', { agent: tunnels }), 'error');
  console.log('CVE-2026-48615', error.code, /secret/.test(require('util').inspect(error, { depth: 9, showHidden: true })));
  proxy.close();
  await once(proxy, 'close');
}

async function attempt(name, promise) {
  try {
    console.log(name, await promise());
  } catch (error) {
    console.log(name, outcome(error));
  }
}

async function fetching() {
  const seen = [];
  const other = http.createServer((req, res) => {
    const { authorization, cookie, 'proxy-authorization': proxy, host } = req.headers;
    res.end(JSON.stringify({ authorization, cookie, proxy, hasHost: host !== undefined, x: req.headers.x }));
  });
  const otherPort = await listening(other);
  const server = http.createServer((req, res) => {
    seen.push(req.url);
    switch (req.url) {
      case '/away': res.writeHead(302, { location: `http://localhost:${otherPort}/` }).end(); break;
      case '/nested': res.writeHead(200, { 'content-encoding': Array.from({ length: 50 }, () => 'gzip').join(', ') }).end('x'); break;
      default: res.end('hello');
    }
  });
  const base = `http://127.0.0.1:${await listening(server)}`;
  await attempt('CVE-2023-23936', () => fetch(base, { headers: { host: 'a\r\nX: y' } }));
  await attempt('CVE-2023-24807', () => {
    const start = performance.now();
    new Headers().set('a', `a${'\t'.repeat(300_000)}a`);
    new URL(` http://a/${' '.repeat(100_000)}a`);
    return performance.now() - start < 5000; // quadratic time would be minutes
  });
  const headers = { cookie: 'a=b', authorization: 'secret', 'proxy-authorization': 'secret', host: 'c.test', x: 'y' };
  await attempt('CVE-2023-45143, CVE-2024-24758, CVE-2024-30260', async () => (await fetch(`${base}/away`, { headers })).text());
  await attempt('CVE-2026-22036', async () => (await fetch(`${base}/nested`)).text());
  const hash = (text) => `sha256-${crypto.createHash('sha256').update(text).digest('base64')}`;
  for (const integrity of [hash('hello'), hash('other'), `${hash('other')} sha512-x`, `sha1-x ${hash('other')}`, `${hash('hello').replaceAll('=', '')}`]) {
    await attempt('CVE-2024-30261', async () => (await fetch(base, { integrity })).text());
  }
  await attempt('CVE-2025-22150', async () => {
    const types = Array.from({ length: 100 }, () => {
      const form = new FormData();
      form.append('a', 'b');
      return new Response(form).headers.get('content-type');
    });
    return new Set(types).size;
  });
  await attempt('CVE-2026-1527', () => fetch(base, { headers: { upgrade: 'websocket\r\nX: y' } }));
  await closed(server);
  await closed(other);
}

const CLOSE = 0x88;

// A server of WebSockets that answers with these headers and then sends these bytes.
async function webSocket(name, headers, bytes) {
  const server = http.createServer();
  server.on('upgrade', (req, socket) => {
    const accept = crypto.createHash('sha1').update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.resume();
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${headers}\r\n`);
    socket.write(bytes);
    if (bytes[0] === CLOSE) socket.end();
  });
  const socket = new WebSocket(`ws://127.0.0.1:${await listening(server)}`);
  const lines = [];
  socket.onopen = () => lines.push('open');
  socket.onerror = () => lines.push('error');
  socket.onmessage = ({ data }) => lines.push(`message of ${data.length}`);
  await new Promise((resolve) => { socket.onclose = ({ code, wasClean }) => { lines.push(`close ${code} ${wasClean}`); resolve(); }; });
  console.log(`${name}: ${lines.join(', ')}`);
  await closed(server);
}

async function webSockets() {
  const { deflateRawSync } = require('zlib');
  const extension = (parameters) => `Sec-WebSocket-Extensions: permessage-deflate${parameters}\r\n`;
  const lengthOf = (bytes) => Buffer.concat([Buffer.from([127]), Buffer.from([0, 0, 0, 0, bytes >> 24, bytes >> 16, bytes >> 8, bytes])]);
  await webSocket('CVE-2026-1528, a length of 64 bits', '', Buffer.from('827fffffffffffffffff', 'hex'));
  await webSocket('CVE-2026-2229, a window of 8', extension('; server_max_window_bits=8'), Buffer.from('8800', 'hex'));
  const bomb = deflateRawSync(Buffer.alloc(140 << 20), { level: 1 });
  await webSocket('CVE-2026-1526, a bomb', extension(''), Buffer.concat([Buffer.from([0xc2]), lengthOf(bomb.length), bomb]));
}

async function cryptography() {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
  // CVE-2023-46809: wrong padding is not told apart from right padding.
  const padding = crypto.constants.RSA_PKCS1_PADDING;
  const encrypted = crypto.publicEncrypt({ key: publicKey, padding }, Buffer.from('text'));
  await attempt('CVE-2023-46809', () => crypto.privateDecrypt({ key: privateKey, padding }, encrypted).toString());
  encrypted[100] ^= 1;
  await attempt('CVE-2023-46809, changed', () => typeof crypto.privateDecrypt({ key: privateKey, padding }, encrypted));
  // CVE-2023-23919: the error of one operation is not that of the next.
  for (const fail of [() => new crypto.X509Certificate('x'), () => crypto.createPrivateKey('x'), () => crypto.createPublicKey(Buffer.from('3003', 'hex'))]) {
    try {
      fail();
    } catch {
      // expected
    }
    await attempt('CVE-2023-23919', () => crypto.verify('sha256', Buffer.from('a'), publicKey, crypto.sign('sha256', Buffer.from('a'), privateKey)));
  }
  // CVE-2023-30588: a certificate whose key is none.
  const { readFileSync } = require('fs');
  const der = Buffer.from(new crypto.X509Certificate(readFileSync(`${__dirname}/../servers-and-agents/server-cert.pem`)).raw);
  const at = der.indexOf(Buffer.from('2a8648ce3d0201', 'hex'));
  if (at >= 0) der[at + 6] = 0x7f;
  await attempt('CVE-2023-30588', () => `${at > 0} ${new crypto.X509Certificate(der).publicKey}`);
  // CVE-2023-30590: a private key that was set has no public key until it is generated, and stays.
  const group = crypto.createDiffieHellman(crypto.getDiffieHellman('modp14').getPrime(), Buffer.from([2]));
  group.setPrivateKey(Buffer.alloc(32, 7));
  await attempt('CVE-2023-30590', () => group.getPublicKey());
  await attempt('CVE-2023-30590', () => `${group.generateKeys().length} ${group.getPrivateKey().equals(Buffer.alloc(32, 7))}`);
  // CVE-2026-21713: codes are compared whole.
  const hmac = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const code = Buffer.from(await crypto.subtle.sign('HMAC', hmac, Buffer.from('a')));
  for (const other of [code, code.subarray(0, 31), Buffer.concat([code, Buffer.alloc(1)]), Buffer.alloc(0), Buffer.from(code.map((byte, i) => (i === 31 ? byte ^ 1 : byte)))]) {
    await attempt('CVE-2026-21713', () => crypto.subtle.verify('HMAC', hmac, other, Buffer.from('a')));
  }
  // CVE-2025-23166: what fails on another thread fails there.
  await attempt('CVE-2025-23166', () => new Promise((resolve, reject) => {
    const key = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    crypto.sign('sha256', Buffer.from('a'), { key, dsaEncoding: 'der', padding: crypto.constants.RSA_PKCS1_PSS_PADDING }, (error, signature) => {
      if (error) reject(error);
      else resolve(typeof signature);
    });
  }));
}

(async () => {
  await requests();
  await agents();
  await fetching();
  await webSockets();
  await cryptography();
})();
