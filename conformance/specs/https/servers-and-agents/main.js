'use strict';
// HTTP over TLS: requests, kept connections, resumed sessions, and what goes wrong.
const fs = require('fs');
const http = require('http');
const https = require('https');
const net = require('net');
const path = require('path');
const tls = require('tls');

const pem = (name) => fs.readFileSync(path.join(__dirname, `${name}.pem`));
const ca = pem('ca-cert');
const key = pem('server-key');
const cert = pem('server-cert');

const server = https.createServer({ key, cert, maxVersion: 'TLSv1.2' }, (req, res) => {
  let length = 0;
  req.on('data', (bytes) => { length += bytes.length; }).on('end', () => {
    res.setHeader('x-reused', `${req.socket.isSessionReused()}`);
    if (req.url === '/large') res.end(Buffer.alloc(3_000_000, 'l'));
    else if (req.url === '/chunks') for (let i = 0; i <= 3; i++) setImmediate(() => (i < 3 ? res.write(`${i};`) : res.end('end')));
    else res.end(`${req.method} ${req.url} ${length} ${req.socket.encrypted} ${req.socket.alpnProtocol}`);
  });
});
server.on('clientError', (error, socket) => {
  console.log('clientError', error.code, error.reason);
  socket.destroy();
});

const defaults = { host: '127.0.0.1', servername: 'server.test', ca };

function request(port, options, body) {
  return new Promise((resolve) => {
    const req = https.request({ port, ...defaults, ...options }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
        resolve(`${res.statusCode} ${text.length > 100 ? text.length : text} reused ${req.reusedSocket} ${res.headers['x-reused']}`);
      });
    });
    req.on('error', (error) => resolve(`${error.code}: ${error.message}`));
    req.end(body);
  });
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const agent = new https.Agent({ keepAlive: true, maxCachedSessions: 1 });
  console.log(await request(port, { agent, path: '/one' }));
  console.log(await request(port, { agent, path: '/two', method: 'POST' }, 'body'));
  console.log(await request(port, { agent, path: '/large' }));
  console.log(await request(port, { agent, path: '/chunks' }));
  console.log(await request(port, { agent, path: '/put', method: 'PUT' }, Buffer.alloc(2_000_000)));
  agent.destroy();
  console.log(agent.getName({ host: 'h', port: 1, servername: 's', rejectUnauthorized: false, minVersion: 'TLSv1.2', sigalgs: 'x' }));
  const resuming = new https.Agent();
  console.log(await request(port, { agent: resuming, path: '/first' }));
  console.log(await request(port, { agent: resuming, path: '/again' }));
  console.log(await request(port, { agent: resuming, servername: 'wrong.test' }));
  console.log(await request(port, { agent: resuming, ca: undefined }));
  console.log(await request(port, { agent: resuming, ca: undefined, rejectUnauthorized: false, path: '/unchecked' }));
  console.log(await request(port, { agent: resuming, minVersion: 'TLSv1.3' }).then((text) => text.split(':')[0]));
  await new Promise((resolve) => {
    http.get({ port, host: '127.0.0.1' }).on('error', (error) => {
      console.log('http to https:', error.code);
      resolve();
    });
  });
  await new Promise((resolve) => {
    const socket = tls.connect({ port, ...defaults }, () => socket.write('GET /x HTTP/1.1\r\nHost: a\r\n\r\nGET /y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => { text += part; }).on('close', () => {
      console.log('pipelined:', text.match(/GET \/\w \d true \w+/g));
      resolve();
    });
  });
  console.log(server instanceof tls.Server, server instanceof net.Server, https.globalAgent.options.keepAlive, https.globalAgent.defaultPort);
  server.close(() => console.log('closed'));
});
