'use strict';
// strictContentLength, bodies where there must be none, and what a client makes of an answer that is too short.
const http = require('http');
const net = require('net');
const { once } = require('events');

const attempt = (name, call) => {
  try {
    call();
    console.log(name, 'ok');
  } catch (error) {
    console.log(name, error.code, error.message);
  }
};

(async () => {
  const server = http.createServer({ rejectNonStandardBodyWrites: true }, (req, res) => {
    res.strictContentLength = true;
    if (req.url === '/more') {
      res.setHeader('Content-Length', 3);
      attempt('more', () => res.write('four'));
      res.destroy();
    } else if (req.url === '/less') {
      res.setHeader('Content-Length', 3);
      res.write('ab');
      attempt('less', () => res.end());
      res.destroy();
    } else {
      res.statusCode = 204;
      attempt('a body of 204', () => res.write('x'));
      res.end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (const path of ['/more', '/less', '/204']) {
    const req = http.get({ port: server.address().port, host: '127.0.0.1', path, agent: false }, (res) => {
      res.resume().on('error', () => {});
      console.log(path, res.statusCode);
    });
    req.on('error', (error) => console.log(path, error.code));
    await new Promise((resolve) => { req.on('close', resolve); });
  }
  server.close();

  const answers = {
    'too short': 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort',
    'chunks that stop': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n',
    'to the end': 'HTTP/1.1 200 OK\r\n\r\nall of it',
    'no answer': '',
    'no HTTP': 'SMTP ready\r\n',
    'half a head': 'HTTP/1.1 200 OK\r\nContent-',
  };
  for (const [name, text] of Object.entries(answers)) {
    const raw = net.createServer((socket) => {
      socket.once('data', () => socket.end(text));
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const req = http.get({ port: raw.address().port, host: '127.0.0.1', agent: false });
    const isOver = new Promise((resolve) => { req.on('close', resolve); });
    req.on('error', (error) => console.log(name, 'request error', error.code, error.message));
    req.on('response', (res) => {
      res.on('aborted', () => console.log(name, 'aborted'));
      res.on('error', (error) => console.log(name, 'response error', error.code, error.message));
      res.on('end', () => console.log(name, 'end', res.complete));
      res.on('data', (bytes) => console.log(name, bytes.toString()));
      res.on('close', () => console.log(name, 'response close', res.complete));
    });
    await isOver;
    await new Promise((resolve) => { raw.close(resolve); });
  }
})();
