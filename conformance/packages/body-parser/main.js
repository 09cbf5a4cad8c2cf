'use strict';

const http = require('node:http');
const zlib = require('node:zlib');
const bodyParser = require('body-parser');
const { show, json, listening } = require('../request');

const parsers = {
  '/json': bodyParser.json({ limit: '1kb', reviver: (key, value) => (typeof value === 'number' ? value + 1 : value) }),
  '/loose': bodyParser.json({ strict: false, type: '*/*' }),
  '/form': bodyParser.urlencoded({ extended: false, parameterLimit: 3 }),
  '/nested': bodyParser.urlencoded({ extended: true, depth: 2 }),
  '/text': bodyParser.text({ type: 'text/*', defaultCharset: 'utf-8' }),
  '/raw': bodyParser.raw({ inflate: false }),
  '/checked': bodyParser.json({ verify(req, res, bytes) { if (bytes[0] === 0x5b) throw new Error('no lists'); } }),
};

const handler = (req, res) => {
  const answer = (value) => { res.setHeader('Content-Type', 'application/json'); res.end(JSON.stringify(value)); };
  parsers[req.url](req, res, (error) => {
    if (error !== undefined) {
      res.statusCode = error.status ?? 500;
      answer({ type: error.type, message: error.message, expose: error.expose, limit: error.limit, length: error.length, body: error.body?.toString() });
    } else {
      answer({ body: req.body ?? 'none' });
    }
  });
};

const post = (type, body, more) => ({ method: 'POST', headers: { 'content-type': type, ...more }, body });
const TYPE = 'application/json';

(async () => {
  const server = await listening(http.createServer(handler));
  await show(server, '/json', json({ a: 1, b: [2, 'ü'] }));
  await show(server, '/json', post(`${TYPE}; charset=utf-16`, Buffer.from('\ufeff{"wide":"€"}', 'utf16le')));
  await show(server, '/json', post(`${TYPE}; charset=klingon`, '{}'));
  await show(server, '/json', post(TYPE, '"a text"'));
  await show(server, '/json', post(TYPE, '{"a":tru}'));
  await show(server, '/json', post(TYPE, ''));
  await show(server, '/json', post('text/plain', 'not for this parser'));
  await show(server, '/json', post(TYPE, JSON.stringify('x'.repeat(2000))));
  await show(server, '/json', post(TYPE, JSON.stringify(['x'.repeat(2000)]), { 'transfer-encoding': 'chunked' }));
  for (const [name, compress] of [['gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync]]) {
    await show(server, '/json', post(TYPE, compress('{"small":1}'), { 'content-encoding': name }));
  }
  await show(server, '/json', post(TYPE, zlib.gzipSync(JSON.stringify({ bomb: ' '.repeat(1e6) })), { 'content-encoding': 'gzip' }));
  await show(server, '/json', post(TYPE, 'not gzip at all', { 'content-encoding': 'gzip' }));
  await show(server, '/json', post(TYPE, '{}', { 'content-encoding': 'lzma' }));
  await show(server, '/loose', post('application/x-own', '42'));
  await show(server, '/form', post('application/x-www-form-urlencoded', 'a=1&a=2&c=%E2%82%AC+x'));
  await show(server, '/form', post('application/x-www-form-urlencoded', 'a&b&c&d'));
  await show(server, '/nested', post('application/x-www-form-urlencoded', 'user[name]=Ada&user[tags][]=x&user[tags][]=y'));
  await show(server, '/nested', post('application/x-www-form-urlencoded', 'a[b][c][d][e]=1'));
  await show(server, '/text', post('text/markdown', '# title ü'));
  await show(server, '/raw', post('application/octet-stream', Buffer.from([1, 2, 3])));
  await show(server, '/raw', post('application/octet-stream', zlib.gzipSync('x'), { 'content-encoding': 'gzip' }));
  await show(server, '/checked', json({ fine: true }));
  await show(server, '/checked', json([]));
  server.close(() => console.log('closed'));
})();
