'use strict';

const http = require('node:http');
const express = require('express');
const morgan = require('morgan');
const { request, listening } = require('../request');

const lines = [];
const stream = { write: (line) => lines.push(line) };
morgan.token('kind', (req) => req.headers['x-kind']);
const hideTimes = (line) => line.replace(/\d+\.\d{3}( ms)?/g, 'T$1').replace(/\[\d\d\/\w{3}\/\d{4}:[\d:]{8} \+0000\]/, '[DATE]');

const app = express();
for (const format of ['combined', 'common', 'short', 'tiny']) app.use(morgan(format, { stream }));
app.use(morgan('dev', { stream }));
app.use(morgan(':method :url HTTP/:http-version :status :res[content-length] :res[x-none] :req[host] :kind :remote-user :referrer', { stream }));
app.use(morgan('early :method :url :status', { stream, immediate: true }));
app.use(morgan('only errors :status', { stream, skip: (req, res) => res.statusCode < 400 }));
app.use(morgan((tokens, req, res) => JSON.stringify({ status: tokens.status(req, res), time: Number(tokens['response-time'](req, res)) >= 0, total: Number(tokens['total-time'](req, res)) >= 0 }), { stream }));
app.get('/', (req, res) => res.send('hello'));
app.get('/away', (req, res) => res.redirect('/'));
app.get('/fails', (req, res) => res.status(500).end());

(async () => {
  const server = await listening(http.createServer(app));
  const { port } = server.address();
  const headers = { 'user-agent': 'a "test"', 'x-kind': 'k', 'referer': 'http://from/', 'authorization': `Basic ${btoa('ada:secret')}`, 'host': 'here' };
  for (const path of ['/', '/away', '/none?x=1', '/fails']) {
    await request(port, path, { headers });
    // The last line comes when the answer has gone, which can be after the client has all of it.
    while (lines.filter((line) => line.startsWith('{')).length === 0 || lines.length < 8) await new Promise(setImmediate);
    console.log(lines.splice(0).map(hideTimes).sort().join('').replaceAll('\x1b', '\\e'));
  }
  server.close(() => console.log('closed'));
})();
