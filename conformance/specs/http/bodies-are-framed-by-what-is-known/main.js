'use strict';
// Content-Length, chunks, the end of the connection; HEAD, 204, 304; HTTP/1.0: what a server writes, byte by byte.
const http = require('http');
const net = require('net');

// Sends text as it is, and gives what came until the end.
function ask(port, text) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1').on('data', (part) => { answer += part; });
    socket.on('error', (error) => { answer += `<${error.code}>`; });
    socket.on('close', () => resolve(answer.replace(/Date: .*\r\n/g, '')));
  });
}

const answers = {
  '/end': (res) => res.end('all at once'),
  '/bytes': (res) => res.end(Buffer.from('bytes')),
  '/empty': (res) => res.end(),
  '/chunks': (res) => { res.write(Buffer.from('one')); setImmediate(() => res.end('two')); },
  '/latin1': (res) => { res.write('ä', 'latin1'); setImmediate(() => res.end('ö', 'utf8')); },
  '/length': (res) => { res.setHeader('Content-Length', 4); res.write('le'); res.end('ng'); },
  '/none': (res) => { res.removeHeader('content-length'); res.removeHeader('transfer-encoding'); res.write('to the end'); res.end(); },
  '/no-connection': (res) => { res.removeHeader('connection'); res.end('x'); },
  '/204': (res) => { res.statusCode = 204; res.end('ignored'); },
  '/304': (res) => { res.writeHead(304, { ETag: '"x"' }); res.end(); },
  '/reason': (res) => { res.writeHead(299, 'Fine, Thanks', ['X-A', '1', 'x-a', '2']); res.end(); },
  '/unknown': (res) => { res.writeHead(299); res.end(); },
  '/trailers': (res) => {
    if (res.req.httpVersion === '1.1' && res.req.method === 'GET') res.writeHead(200, { Trailer: 'Sum' });
    res.write('body');
    res.addTrailers({ Sum: '42' });
    res.end();
  },
  '/flush': (res) => { res.flushHeaders(); res.end('later'); },
  '/close': (res) => { res.setHeader('Connection', 'close'); res.end('bye'); },
  '/cookies': (res) => { res.setHeader('Set-Cookie', ['a=1', 'b=2']); res.setHeader('X-List', ['1', '2']); res.end(); },
};

const server = http.createServer((req, res) => answers[req.url](res)).listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  for (const path of Object.keys(answers)) {
    for (const line of [`GET ${path} HTTP/1.1`, `HEAD ${path} HTTP/1.1`, `GET ${path} HTTP/1.0`]) {
      const text = await ask(port, `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
      console.log(line, JSON.stringify(text));
    }
  }
  console.log(JSON.stringify(await ask(port, 'GET /end HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /close HTTP/1.0\r\n\r\n')));
  server.close();
});
