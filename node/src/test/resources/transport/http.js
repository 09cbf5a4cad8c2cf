'use strict';

// Runs http in ways that depend on when bytes come. It prints the same on every transport.

const http = require('http');
const net = require('net');
const { createHash } = require('crypto');
const { once } = require('events');

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

function pattern(length, seed) {
  const bytes = Buffer.alloc(length);
  let x = seed;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    bytes[i] = x >>> 16;
  }
  return bytes;
}

async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function closed(server) {
  server.close();
  await once(server, 'close');
}

async function bodyOf(message) {
  const parts = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}

async function ask(options, body) {
  const request = http.request({ host: '127.0.0.1', ...options });
  request.end(body);
  const [response] = await once(request, 'response');
  return { response, request, body: await bodyOf(response) };
}

// Sends bytes as they are, and returns all that comes back. Parts of an array are written one after the other.
async function raw(port, parts, mustEnd) {
  const socket = net.connect(port, '127.0.0.1');
  const all = [];
  socket.on('data', (part) => all.push(part));
  const end = once(socket, 'close');
  for (const part of parts) {
    socket.write(part, 'latin1');
    await new Promise(setImmediate);
  }
  if (mustEnd) socket.end();
  await end;
  return Buffer.concat(all).toString('latin1').replace(/Date: .*\r\n/g, '');
}

async function echo(request, response) {
  const body = await bodyOf(request);
  response.setHeader('x-hash', hashOf(body));
  response.end(body);
}

const scenarios = {
  async 'keep-alive: one connection for many requests'() {
    let connections = 0;
    const server = http.createServer((request, response) => response.end(`${request.method} ${request.url}`));
    server.on('connection', () => connections++);
    const port = await listening(server);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 20; i++) {
      const { response, body, request } = await ask({ port, agent, path: `/${i}` });
      if (String(body) !== `GET /${i}` || request.reusedSocket !== i > 0) console.log(i, String(body), response.headers);
    }
    const several = await Promise.all(Array.from({ length: 10 }, (_, i) => ask({ port, agent, path: `/p${i}` })));
    console.log(connections, several.map(({ body }) => String(body)).join());
    agent.destroy();
    await closed(server);
  },

  async 'large bodies with a length, both ways'() {
    const server = http.createServer(echo);
    const port = await listening(server);
    const data = pattern(1_200_000, 1);
    const { response, body } = await ask({ port, method: 'POST', headers: { 'content-length': data.length } }, data);
    console.log(response.headers['content-length'], response.headers['x-hash'] === hashOf(data), body.equals(data));
    await closed(server);
  },

  async 'chunked bodies with trailers, both ways'() {
    const data = pattern(300_000, 2);
    const server = http.createServer(async (request, response) => {
      const body = await bodyOf(request);
      response.writeHead(200, { trailer: 'x-hash' });
      for (let at = 0; at < body.length; at += 3777) {
        response.write(body.subarray(at, at + 3777));
        if (at % 7 === 0) await new Promise(setImmediate);
      }
      response.addTrailers({ 'x-hash': hashOf(body), 'x-asked': request.trailers['x-asked'] });
      response.end();
    });
    const port = await listening(server);
    const request = http.request({ port, host: '127.0.0.1', method: 'PUT', headers: { trailer: 'x-asked' } });
    for (let at = 0; at < data.length; at += 1111) request.write(data.subarray(at, at + 1111));
    request.addTrailers({ 'x-asked': 'yes' });
    request.end();
    const [response] = await once(request, 'response');
    const body = await bodyOf(response);
    console.log(body.equals(data), response.trailers['x-hash'] === hashOf(data), response.trailers['x-asked']);
    await closed(server);
  },

  async 'a slow reader of a large answer'() {
    const data = pattern(900_000, 3);
    const server = http.createServer((_, response) => response.end(data));
    const port = await listening(server);
    const request = http.get({ port, host: '127.0.0.1' });
    const [response] = await once(request, 'response');
    const parts = [];
    let isPaused = false;
    response.on('data', (part) => {
      if (isPaused) console.log('data while it was paused');
      parts.push(part);
      isPaused = true;
      response.pause();
      setImmediate(() => {
        isPaused = false;
        response.resume();
      });
    });
    await once(response, 'end');
    console.log(Buffer.concat(parts).equals(data));
    await closed(server);
  },

  async 'a slow reader of a large request'() {
    const data = pattern(900_000, 4);
    const server = http.createServer(async (request, response) => {
      const parts = [];
      request.pause();
      for (let i = 0; i < 20; i++) await new Promise(setImmediate);
      for await (const part of request) {
        parts.push(part);
        await new Promise(setImmediate);
      }
      response.end(hashOf(Buffer.concat(parts)));
    });
    const port = await listening(server);
    const { body } = await ask({ port, method: 'POST' }, data);
    console.log(String(body) === hashOf(data));
    await closed(server);
  },

  async 'pipelining: answers in the order of the requests'() {
    const server = http.createServer(async (request, response) => {
      const body = await bodyOf(request);
      const turns = 5 - Number(request.url.slice(1)) % 5; // later requests are done sooner
      for (let i = 0; i < turns; i++) await new Promise(setImmediate);
      response.end(`${request.url} ${body}\n`);
    });
    const port = await listening(server);
    let text = '';
    for (let i = 0; i < 30; i++) {
      text += i % 3 === 0 ? `GET /${i} HTTP/1.1\r\nHost: x\r\n\r\n` :
        i % 3 === 1 ? `POST /${i} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody` :
          `POST /${i} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`;
    }
    text += 'GET /30 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const whole = await raw(port, [text]);
    console.log(whole.match(/^\/.*$/gm).join('|'));
    const inParts = await raw(port, text.match(/[^]{1,37}/g));
    console.log(inParts.replace(/^[0-9a-f]+\r\n/gm, '') === whole.replace(/^[0-9a-f]+\r\n/gm, ''));
    await closed(server);
  },

  async 'a request byte by byte'() {
    const server = http.createServer(echo);
    const port = await listening(server);
    const text = 'POST /a HTTP/1.1\r\nHost: x\r\nX-Long: ' + 'y'.repeat(50) +
      '\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    console.log(await raw(port, [...text]));
    await closed(server);
  },

  async 'a large head'() {
    const server = http.createServer({ maxHeaderSize: 100_000 }, (request, response) => {
      response.setHeader('x-back', request.headers['x-large']);
      response.end();
    });
    const port = await listening(server);
    const large = 'z'.repeat(60_000);
    const { response } = await ask({ port, headers: { 'x-large': large }, maxHeaderSize: 100_000 });
    console.log(response.headers['x-back'] === large);
    await closed(server);
  },

  async 'an upgrade, with bytes right behind its head'() {
    const server = http.createServer();
    server.on('upgrade', (request, socket, head) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nwelcome,');
      if (head.length > 0) socket.unshift(head);
      socket.pipe(socket);
    });
    const port = await listening(server);
    const request = http.request({ port, host: '127.0.0.1', headers: { connection: 'Upgrade', upgrade: 'echo' } });
    request.end();
    const [response, socket, head] = await once(request, 'upgrade');
    if (head.length > 0) socket.unshift(head);
    const data = pattern(200_000, 5);
    socket.end(data);
    const body = await bodyOf(socket);
    console.log(response.statusCode, String(body.subarray(0, 8)), body.subarray(8).equals(data));
    const text = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n';
    console.log(await raw(port, [`${text}first bytes`], true));
    await closed(server);
  },

  async 'CONNECT'() {
    const server = http.createServer();
    server.on('connect', (request, socket, head) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.write(head);
      socket.pipe(socket);
    });
    const port = await listening(server);
    const request = http.request({ port, host: '127.0.0.1', method: 'CONNECT', path: 'there:1' });
    request.end();
    const [response, socket] = await once(request, 'connect');
    socket.end('through the tunnel');
    console.log(response.statusCode, String(await bodyOf(socket)));
    await closed(server);
  },

  async 'Expect: 100-continue, and 103'() {
    const server = http.createServer(echo);
    server.on('checkContinue', (request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeContinue();
      echo(request, response);
    });
    const port = await listening(server);
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', headers: { expect: '100-continue' } });
    const seen = [];
    request.on('information', ({ statusCode }) => seen.push(statusCode));
    request.on('continue', () => {
      seen.push('continue');
      request.end('the body');
    });
    request.flushHeaders();
    const [response] = await once(request, 'response');
    console.log(seen.join(), response.statusCode, String(await bodyOf(response)));
    await closed(server);
  },

  async 'HEAD, 204 and 304 on one connection'() {
    const server = http.createServer((request, response) => {
      response.statusCode = Number(request.url.slice(1));
      response.end(request.method === 'HEAD' || response.statusCode === 200 ? 'a body' : undefined);
    });
    const port = await listening(server);
    const agent = new http.Agent({ keepAlive: true });
    for (const [method, path] of [['HEAD', '/200'], ['GET', '/204'], ['GET', '/304'], ['GET', '/200']]) {
      const { response, body } = await ask({ port, agent, method, path });
      console.log(method, response.statusCode, String(body));
    }
    agent.destroy();
    await closed(server);
  },

  async 'an answer that ends with the connection'() {
    const server = net.createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nall until the end'));
    });
    const port = await listening(server);
    const { body } = await ask({ port });
    console.log(String(body));
    await closed(server);
  },

  async 'an answer that is cut off'() {
    const server = net.createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nnot all'));
    });
    const port = await listening(server);
    await ask({ port }).catch((error) => console.log(error.code));
    const early = net.createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 20')));
    await ask({ port: await listening(early) }).catch((error) => console.log(error.code));
    await closed(early);
    await closed(server);
  },

  async 'a client that goes away'() {
    const server = http.createServer((request, response) => {
      request.on('error', (error) => server.emit('request gone', error.code));
      response.on('close', () => server.emit('response gone', response.writableFinished));
      response.write('the first part');
    });
    const port = await listening(server);
    const request = http.request({ port, host: '127.0.0.1', method: 'POST' });
    request.write('some');
    const [response] = await once(request, 'response');
    response.on('error', (error) => server.emit('answer gone', error.code));
    const gone = Promise.all([once(server, 'request gone'), once(server, 'response gone'), once(server, 'answer gone')]);
    request.destroy();
    console.log((await gone).join());
    await closed(server);
  },

  async 'an answer that is destroyed before it is sent'() {
    const events = [];
    const server = http.createServer((request, response) => {
      response.on('finish', () => events.push('finish'));
      response.on('close', () => server.emit('gone', response.writableFinished));
      response.end(Buffer.alloc(32 << 20), (error) => events.push(`end ${error?.code}`));
      setImmediate(() => request.socket.destroy());
    });
    const port = await listening(server);
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [isFinished] = await once(server, 'gone');
    console.log(events.join(), isFinished);
    socket.destroy();
    await closed(server);
  },

  async 'bytes that are no HTTP'() {
    const server = http.createServer();
    server.on('clientError', (error, socket) => {
      console.log(error.code);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const port = await listening(server);
    console.log(await raw(port, ['GET / HTTP/1.1\r\nHost: x\r\n', 'bad header\x01\r\n\r\n']));
    await closed(server);
  },

  async 'an error after good requests on the connection'() {
    const server = http.createServer((request, response) => response.end('good'));
    const port = await listening(server);
    const text = await raw(port, ['GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n']);
    console.log(text);
    await closed(server);
  },

  async 'answers that are written before the request has ended'() {
    const server = http.createServer((request, response) => request.pipe(response));
    const port = await listening(server);
    const request = http.request({ port, host: '127.0.0.1', method: 'POST' });
    request.flushHeaders();
    request.write('first,');
    const [response] = await once(request, 'response');
    response.setEncoding('utf8');
    const got = [];
    response.on('data', (part) => got.push(part));
    while (got.join('') !== 'first,') await new Promise(setImmediate);
    request.end('second');
    await once(response, 'end');
    console.log(got.join(''));
    await closed(server);
  },

  async 'idle connections are closed, busy ones are not'() {
    const server = http.createServer(async (request, response) => {
      if (request.url === '/slow') {
        server.emit('slow');
        await once(server, 'go on');
      }
      response.end('done');
    });
    const port = await listening(server);
    const agent = new http.Agent({ keepAlive: true });
    await ask({ port, agent, path: '/quick' });
    const slow = ask({ port, path: '/slow' });
    await once(server, 'slow');
    server.closeIdleConnections();
    server.emit('go on');
    console.log(String((await slow).body));
    agent.destroy();
    await closed(server);
  },
};

(async () => {
  for (const [name, run] of Object.entries(scenarios)) {
    console.log(`# ${name}`);
    await run();
  }
})();
