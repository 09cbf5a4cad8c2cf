'use strict';

// Express and Fastify with gyre:json's parsers answer as they do with their own, with which the answers were recorded.

const http = require('node:http');
const zlib = require('node:zlib');
const express = require('express');
const fastify = require('fastify');
const { show, json, listening, request } = require('../request');

const own = process.versions.gyre === undefined ? undefined : require('gyre:json');
const jsonParser = own === undefined ? express.json : own.expressJson;

const describe = (error) => ({
  name: error.name, type: error.type, message: error.message, expose: error.expose, status: error.status, statusCode: error.statusCode,
  limit: error.limit, length: error.length, received: error.received, expected: error.expected, charset: error.charset, encoding: error.encoding,
  body: error.body?.toString().slice(0, 100), bodyLength: error.body?.length,
});

const app = express();
app.post('/json', jsonParser({ limit: '1kb', reviver: (key, value) => (typeof value === 'number' ? value + 1 : value) }));
app.post('/large', jsonParser({ limit: '5mb' }));
app.post('/loose', jsonParser({ strict: false, type: '*/*' }));
app.post('/suffix', jsonParser({ type: ['+json', 'text/*'] }));
app.post('/plain', jsonParser({ inflate: false }));
app.post('/function', jsonParser({ type: (req) => req.headers['x-json'] === 'yes' }));
app.post('/checked', jsonParser({ verify(req, res, bytes, charset) { if (bytes[0] === 0x5b) throw new Error(`no lists in ${charset}`); } }));
app.use((req, res) => {
  const text = JSON.stringify({ body: req.body ?? 'none' });
  res.json({ length: text.length, text: text.slice(0, 200) });
});
app.use((error, req, res, next) => res.status(error.status ?? 500).json(describe(error)));

const post = (type, body, more) => ({ method: 'POST', headers: { ...(type === undefined ? {} : { 'content-type': type }), ...more }, body });
const TYPE = 'application/json';
const records = JSON.stringify(Array.from({ length: 30_000 }, (_, i) => ({ i, name: `näme ${i}`, list: [i, null] })));

async function withExpress() {
  const server = await listening(http.createServer(app));
  const ask = (path, options) => show(server, path, options);
  await ask('/json', json({ a: 1, b: [2, 'ü'] }));
  await ask('/json', json([]));
  await ask('/json', post(`${TYPE}; charset=UTF-8`, '\ufeff{"mark":1}'));
  await ask('/json', post(`${TYPE}; charset="utf-16"`, Buffer.from('\ufeff{"wide":"€"}', 'utf16le')));
  await ask('/json', post(`${TYPE}; charset=utf-16le`, Buffer.from('{"wide":"€"}', 'utf16le')));
  await ask('/json', post(`${TYPE}; charset=klingon`, '{}'));
  await ask('/json', post(`${TYPE}; charset=utf-99`, '{}'));
  await ask('/json', post(TYPE, '"a text"'));
  await ask('/json', post(TYPE, '  \n 1234567890123456789012345678901234567890'));
  await ask('/json', post(TYPE, ' \n '));
  await ask('/json', post(TYPE, '{"a":tru}'));
  await ask('/json', post(TYPE, '{"a":1}x'));
  await ask('/json', post(TYPE, '[1,2'));
  await ask('/json', post(TYPE, ''));
  await ask('/json', { method: 'POST' });
  await ask('/json', post('text/plain', 'not for this parser'));
  await ask('/json', post(undefined, '{}'));
  await ask('/json', post('application/vnd.x+json', '{}'));
  await ask('/json', post(TYPE, JSON.stringify('x'.repeat(2000))));
  for (const [name, compress] of [['gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync]]) {
    await ask('/json', post(TYPE, compress('{"small":1}'), { 'content-encoding': name }));
  }
  await ask('/json', post(TYPE, 'not gzip at all', { 'content-encoding': 'gzip' }));
  await ask('/json', post(TYPE, '{}', { 'content-encoding': 'lzma' }));
  await ask('/plain', post(TYPE, zlib.gzipSync('{}'), { 'content-encoding': 'gzip' }));
  const tooLarge = await request(server, '/json', post(TYPE, JSON.stringify(['x'.repeat(2000)]), { 'transfer-encoding': 'chunked' }));
  console.log(tooLarge.status, JSON.parse(tooLarge.body).type);
  const bomb = await request(server, '/json', post(TYPE, zlib.gzipSync(JSON.stringify({ bomb: ' '.repeat(1e6) })), { 'content-encoding': 'gzip' }));
  console.log(bomb.status, JSON.parse(bomb.body).type);
  await ask('/large', post(TYPE, records));
  await ask('/large', post(TYPE, zlib.gzipSync(records), { 'content-encoding': 'gzip' }));
  await ask('/large', post(TYPE, records.replace('"i":29000', '"i"=29000')));
  await ask('/large', post(TYPE, records.slice(0, -1)));
  await ask('/loose', post('application/x-own', '42'));
  await ask('/loose', post('application/x-own', 'tru'));
  await ask('/suffix', post('application/vnd.x+json; v=1', '{"a":1}'));
  await ask('/suffix', post('text/x', '{"a":1}'));
  await ask('/suffix', post(TYPE, '{"a":1}'));
  await ask('/function', post('x/y', '[1]', { 'x-json': 'yes' }));
  await ask('/checked', json({ fine: true }));
  await ask('/checked', json([]));
  server.close();
}

async function withFastify() {
  const server = fastify({ bodyLimit: 5 * 2 ** 20 });
  if (own !== undefined) own.fastifyJson(server);
  server.post('/', async ({ body }) => {
    const text = JSON.stringify(body);
    return { length: text.length, text: text.slice(0, 200) };
  });
  server.post('/small', { bodyLimit: 100 }, async ({ body }) => body);
  server.post('/schema', { schema: { body: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } } } }, async ({ body }) => body);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const ask = (path, options) => show(server.server, path, options);
  await ask('/', json({ a: 1, b: [2, 'ü'] }));
  await ask('/', json(7));
  await ask('/', post(`${TYPE}; charset=utf-8`, '\ufeff[1]'));
  await ask('/', post(TYPE, records));
  await ask('/', post(TYPE, records.replace('"i":29000', '"i"=29000')));
  await ask('/', post(TYPE, ''));
  await ask('/', post(TYPE, '{'));
  await ask('/', post('application/xml', '<a/>'));
  await ask('/', post(TYPE, '{"a":{"__proto__":{"x":1}}}'));
  await ask('/', post(TYPE, '{"a":{"\\u005f_proto__":{"x":1}}}'));
  await ask('/', post(TYPE, '{"constructor":{"prototype":{"x":1}}}'));
  await ask('/', post(TYPE, '{"constructor":"fine","a":"__proto__"}'));
  await ask('/small', json({ long: 'x'.repeat(200) }));
  await ask('/schema', json({ a: 'x' }));
  await ask('/schema', json({ a: 5 }));
  await server.close();
}

(async () => {
  await withExpress();
  await withFastify();
  console.log('closed');
})();
