'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const show = require('./show.js');
(async () => {
  const app = require('fastify')();
  fs.mkdirSync('public', { recursive: true });
  fs.writeFileSync('public/index.html', '<p>index</p>');
  fs.writeFileSync('public/large.bin', Buffer.alloc(300_000, 'x'));
  await app.register(require('@fastify/cookie'), { secret: 'key' });
  await app.register(require('@fastify/cors'), { origin: ['http://a.test'], methods: ['GET', 'PUT'] });
  await app.register(require('@fastify/multipart'), { limits: { fileSize: 200_000 } });
  await app.register(require('@fastify/static'), { root: path.resolve('public'), etag: false, lastModified: false });
  app.get('/cookie', (request, reply) => { reply.setCookie('a', 'b', { signed: true, httpOnly: true }).send({ got: request.cookies }); });
  app.post('/upload', async (request) => {
    const parts = [];
    for await (const part of request.parts()) {
      parts.push(part.type === 'file' ? [part.filename, part.mimetype, createHash('sha256').update(await part.toBuffer()).digest('hex')] : [part.fieldname, part.value]);
    }
    return parts;
  });
  app.get('/checked', { schema: { querystring: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }, response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } } } }, async (request) => ({ n: request.query.n, left: 'out' }));
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  await show('cookie', await fetch(`${base}/cookie`, { headers: { cookie: 'x=1; y=%20' } }));
  await show('cors', await fetch(`${base}/cookie`, { method: 'OPTIONS', headers: { origin: 'http://a.test', 'access-control-request-method': 'PUT' } }));
  const form = new FormData();
  form.set('field', 'value');
  form.set('file', new Blob([Buffer.alloc(100_000, 'f')], { type: 'text/x-file' }), 'ü.txt');
  await show('upload', await fetch(`${base}/upload`, { method: 'POST', body: form }));
  form.set('file', new Blob([Buffer.alloc(400_000)]), 'big');
  await show('too big', await fetch(`${base}/upload`, { method: 'POST', body: form }));
  await show('index', await fetch(base));
  await show('range', await fetch(`${base}/large.bin`, { headers: { range: 'bytes=10-19' } }));
  const large = await fetch(`${base}/large.bin`);
  console.log('large', (await large.arrayBuffer()).byteLength);
  await show('out of the folder', await fetch(`${base}/..%2fpackage.json`));
  await show('checked', await fetch(`${base}/checked?n=7`));
  await show('refused', await fetch(`${base}/checked?n=x`));
  await app.close();
})();
