'use strict';

const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const zlib = require('node:zlib');
const express = require('express');
const { show, json, listening } = require('../request');

Error.stackTraceLimit = 0; // the answers hold stacks in development, and their frames are not what is compared

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'express-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = (name, text) => {
  fs.writeFileSync(path.join(folder, name), text);
  fs.utimesSync(path.join(folder, name), 1e9, 1e9); // ETag and Last-Modified come from it
};
file('letters.txt', 'abcdefghijklmnopqrstuvwxyz');
file('page.html', '<h1>page</h1>');
file('.hidden', 'secret');
fs.mkdirSync(path.join(folder, 'sub'));
file('sub/index.html', 'index of sub');

const app = express();
app.set('views', path.join(__dirname, 'views'));
app.set('view engine', 'ejs');
app.set('trust proxy', 'loopback');
app.use('/static', express.static(folder, { maxAge: '1h' }));
app.use(express.json(), express.urlencoded({ extended: true }), express.text());

app.get('/', (req, res) => res.send('hello'));
app.get('/users/:id', (req, res) => res.json({ params: req.params, query: req.query, ip: req.ip, host: req.hostname }));
app.get('/files/*rest', (req, res) => res.json(req.params));
app.param('word', (req, res, next, word) => { req.word = word.toUpperCase(); next(); });
app.get('/shout/:word', (req, res) => res.type('txt').send(req.word));
app.route('/thing')
  .get((req, res) => res.status(202).send({ thing: true }))
  .put((req, res) => res.sendStatus(204))
  .all((req, res) => res.send(`any ${req.method}`));
app.post('/echo', (req, res) => res.json({ type: req.get('content-type') ?? null, body: req.body ?? null }));
app.get('/away', (req, res) => res.redirect('/users/1'));
app.get('/cookie', (req, res) => res.cookie('a', 'b c', { httpOnly: true, path: '/x' }).clearCookie('old').end());
app.get('/format', (req, res) => res.format({ text: () => res.send('text'), html: () => res.send('<b>html</b>'), json: () => res.send({ json: 1 }) }));
app.get('/download', (req, res) => res.download(path.join(folder, 'letters.txt'), 'años.txt', { lastModified: false }));
app.get('/stream', (req, res) => fs.createReadStream(path.join(folder, 'page.html')).pipe(res));
app.get('/jsonp', (req, res) => res.jsonp({ a: 1 }));
app.get('/view', (req, res) => res.render('list', { title: 'a < b', items: ['one', 'two & three'] }));
app.get('/no-view', (req, res) => res.render('missing'));
app.get('/view-error', (req, res) => res.render('broken'));

const failure = (message, properties) => Object.assign(new Error(message), properties);
app.get('/throws', () => { throw failure('thrown'); });
app.get('/rejects', async () => { throw failure('rejected', { status: 418, headers: { 'x-tea': 'pot' } }); });
app.get('/next', (req, res, next) => next(failure('passed on')));

const api = express.Router({ mergeParams: true });
api.use((req, res, next) => { res.set('X-Api', 'v1'); next(); });
api.get('/item', (req, res) => res.json({ base: req.baseUrl, path: req.path, url: req.originalUrl, params: req.params }));
api.get('/skip', (req, res, next) => next('router'));
api.get('/fails', () => { throw failure('in the router', { code: 'E_API' }); });
api.use((error, req, res, next) => res.status(503).json({ caught: error.message, code: error.code }));
app.use('/api/:version', api);

app.use((error, req, res, next) => {
  if (error.type !== undefined || error.view !== undefined || error.path !== undefined) {
    res.status(error.status ?? 500).json({ type: error.type, message: error.message.replaceAll(__dirname, '.') });
  } else {
    next(error);
  }
});

(async () => {
  const server = await listening(http.createServer(app));
  console.log('env', app.get('env'), 'view cache', app.enabled('view cache'));
  await show(server, '/');
  await show(server, '/', { method: 'HEAD' });
  await show(server, '/', { method: 'OPTIONS' });
  await show(server, '/', { headers: { 'if-none-match': 'W/"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"' } });
  await show(server, '/users/7%20x?a=1&b=2&b=3', { headers: { 'x-forwarded-for': '10.1.2.3', 'host': 'example.org:80' } });
  await show(server, '/users/%zz');
  await show(server, '/files/a/b/c.txt');
  await show(server, '/shout/hey');
  for (const method of ['GET', 'PUT', 'PATCH']) await show(server, '/thing', { method });
  await show(server, '/nowhere<x>');

  await show(server, '/echo', json({ a: [1, { b: null }], ü: '€' }));
  await show(server, '/echo', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":' });
  await show(server, '/echo', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1&b[]=2&b[]=3&c%20d=%C3%BC' });
  await show(server, '/echo', { method: 'POST', headers: { 'content-type': 'text/plain; charset=latin1' }, body: Buffer.from('äö', 'latin1') });
  await show(server, '/echo', { method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: zlib.gzipSync('{"zipped":true}') });
  await show(server, '/echo', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify('x'.repeat(200_000)) });
  await show(server, '/echo', { method: 'POST' });

  await show(server, '/away');
  await show(server, '/cookie');
  for (const accept of ['text/html', 'application/json;q=0.9, text/plain;q=0.2', 'image/png']) await show(server, '/format', { headers: { accept } });
  await show(server, '/download');
  await show(server, '/stream');
  await show(server, '/jsonp?callback=go');

  const { headers: { etag } } = await show(server, '/static/letters.txt');
  await show(server, '/static/letters.txt', { method: 'HEAD' });
  for (const range of ['bytes=2-5', 'bytes=-3', 'bytes=20-', 'bytes=0-0,4-5', 'bytes=100-', 'lines=1-2']) {
    await show(server, '/static/letters.txt', { headers: { range } });
  }
  await show(server, '/static/letters.txt', { headers: { 'if-none-match': etag } });
  await show(server, '/static/letters.txt', { headers: { 'if-modified-since': 'Sun, 09 Sep 2001 01:46:40 GMT' } });
  await show(server, '/static/letters.txt', { headers: { 'range': 'bytes=0-1', 'if-range': '"other"' } });
  await show(server, '/static/letters.txt', { headers: { 'if-match': '"other"' } });
  for (const name of ['page.html', '.hidden', 'sub', 'sub/', 'none.txt', '..%2f..%2fetc/passwd', 'a%00b']) await show(server, `/static/${name}`);
  await show(server, '/static/page.html', { method: 'POST' });

  await show(server, '/view');
  await show(server, '/view');
  await show(server, '/no-view');
  await show(server, '/view-error');

  for (const name of ['throws', 'rejects', 'next']) await show(server, `/${name}`);
  for (const name of ['item?q=1', 'skip', 'fails']) await show(server, `/api/2/${name}`);
  server.close(() => console.log('closed'));
})();
