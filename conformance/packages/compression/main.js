'use strict';

const http = require('node:http');
const zlib = require('node:zlib');
const compression = require('compression');
const express = require('express');
const { request, listening } = require('../request');

const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(200);
const app = express();
app.use(compression({ filter: (req, res) => req.headers['x-plain'] === undefined && compression.filter(req, res) }));
app.get('/text', (req, res) => res.type('text').send(TEXT));
app.get('/small', (req, res) => res.type('text').send('tiny'));
app.get('/image', (req, res) => res.type('png').send(Buffer.alloc(5000)));
app.get('/kept', (req, res) => res.set('Cache-Control', 'no-transform').type('text').send(TEXT));
app.get('/json', (req, res) => res.json({ list: Array.from({ length: 500 }, (_, i) => i) }));
app.get('/chunks', async (req, res) => {
  res.type('text');
  for (let i = 0; i < 3; i++) {
    res.write(`part ${i}\n`);
    res.flush();
    await new Promise(setImmediate);
  }
  res.end('end');
});

const unpack = {
  gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync, undefined: (body) => body,
};

(async () => {
  const server = await listening(http.createServer(app));
  const ask = async (path, headers, method = 'GET') => {
    const { status, headers: got, body } = await request(server, path, { headers, method });
    const coding = got['content-encoding'];
    const plain = body.length === 0 ? body : unpack[coding](body);
    console.log(method, path, JSON.stringify(headers), status, coding, got.vary, got['transfer-encoding'], got.etag?.slice(0, 6), got['content-length'],
      body.length < plain.length ? 'smaller' : 'not smaller', plain.length, plain.toString().slice(0, 24));
  };
  for (const coding of ['gzip', 'deflate', 'br', 'gzip, deflate, br', 'gzip;q=1, br;q=0.1', 'identity', '*', 'gzip;q=0']) await ask('/text', { 'accept-encoding': coding });
  for (const path of ['/small', '/image', '/kept', '/json', '/chunks', '/none']) await ask(path, { 'accept-encoding': 'gzip' });
  await ask('/text', {});
  await ask('/text', { 'accept-encoding': 'gzip', 'x-plain': '1' });
  await ask('/text', { 'accept-encoding': 'gzip' }, 'HEAD');

  // What is flushed arrives while the answer is still open.
  const parts = [];
  await new Promise((resolve, reject) => http.get({ host: '127.0.0.1', port: server.address().port, path: '/chunks', headers: { 'accept-encoding': 'gzip' } }, (res) => {
    const gunzip = res.pipe(zlib.createGunzip());
    gunzip.on('data', (chunk) => parts.push(String(chunk)));
    gunzip.on('end', resolve);
    gunzip.on('error', reject);
  }));
  console.log(JSON.stringify(parts.join('')));
  server.close(() => console.log('closed'));
})();
