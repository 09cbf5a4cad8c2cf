'use strict';
// Express and Fastify over TLS: HTTP/1.1 by https, HTTP/2 by Fastify, and both on one port.

const { once } = require('node:events');
const fs = require('node:fs');
const http2 = require('node:http2');
const https = require('node:https');
const path = require('node:path');
const express = require('express');
const fastify = require('fastify');

const folder = path.join(__dirname, '../../specs/https/servers-and-agents');
const pem = (name) => fs.readFileSync(path.join(folder, `${name}.pem`));
const identity = { key: pem('server-key'), cert: pem('server-cert') };
const NOT_COMPARED = new Set(['date', 'etag']);

function print(name, status, headers, body) {
  const shown = Object.entries(headers).filter(([key]) => !NOT_COMPARED.has(key) && !key.startsWith(':')).map(([key, value]) => `${key}: ${value}`);
  console.log(`${name}: ${status} ${shown.join(', ')} | ${body}`);
}

async function text(stream) {
  let all = '';
  stream.setEncoding('utf8');
  for await (const part of stream) all += part;
  return all;
}

async function ask(name, port, route, { agent, body, ...options } = {}) {
  const request = https.request({ port, host: '127.0.0.1', path: route, rejectUnauthorized: false, agent, ...options });
  request.end(body);
  const { 0: response } = await once(request, 'response');
  print(`${name} ${request.method} ${route}${request.reusedSocket ? ' (kept alive)' : ''}`, response.statusCode, response.headers, await text(response));
}

async function ask2(name, port, routes) {
  const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  for (const { 0: route, 1: body } of routes) {
    const stream = session.request({ ':path': route, ...(body === undefined ? {} : { ':method': 'POST', 'content-type': 'application/json' }) });
    stream.end(body);
    const { 0: headers } = await once(stream, 'response');
    print(`${name} ${session.alpnProtocol} ${route}`, headers[':status'], headers, await text(stream));
  }
  session.close();
  await once(session, 'close');
}

async function ofExpress() {
  const app = express();
  app.use(express.json());
  app.get('/', (req, res) => res.json({ secure: req.secure, protocol: req.protocol, encrypted: req.socket.encrypted, cipher: typeof req.socket.getCipher().name }));
  app.post('/echo', (req, res) => res.status(201).json(req.body));
  app.get('/away', (req, res) => res.redirect(301, 'https://a.test/'));
  app.get('/cookie', (req, res) => res.cookie('a', 'b', { secure: true }).send('c'));
  app.get('/fails', () => { throw Object.assign(new Error('failed'), { status: 503, stack: 'stack' }); });
  const server = https.createServer(identity, app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  for (const route of ['/', '/away', '/cookie', '/missing', '/fails']) await ask('express', port, route, { agent });
  await ask('express', port, '/echo', { agent, method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":[1]}' });
  agent.destroy();
  server.close();
  await once(server, 'close');
}

async function ofFastify(options, name) {
  const app = fastify({ ...options });
  app.get('/', async (request) => ({ protocol: request.protocol, version: request.raw.httpVersion }));
  app.post('/echo', async (request, reply) => reply.code(201).send(request.body));
  app.get('/checked/:id', { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } }, async (request) => request.params);
  app.get('/fails', async () => { throw Object.assign(new Error('failed'), { statusCode: 503 }); });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address();
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":[1]}' };
  if (!options.http2 || options.https.allowHTTP1) {
    for (const route of ['/', '/checked/7', '/checked/x', '/missing', '/fails']) await ask(name, port, route);
    await ask(name, port, '/echo', json);
  }
  if (options.http2) await ask2(name, port, [['/'], ['/checked/7'], ['/checked/x'], ['/missing'], ['/fails'], ['/echo', '{"a":[1]}']]);
  await app.close();
}

(async () => {
  await ofExpress();
  await ofFastify({ https: identity }, 'fastify');
  await ofFastify({ http2: true, https: identity }, 'fastify, HTTP/2');
  await ofFastify({ http2: true, https: { ...identity, allowHTTP1: true } }, 'fastify, both');
})();
