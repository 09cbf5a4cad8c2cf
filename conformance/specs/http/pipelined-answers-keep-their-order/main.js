'use strict';
// Requests that come together are answered in their order, whichever handler is done first; one that closes is the last.
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

const held = [];
const server = http.createServer((req, res) => {
  console.log('request', req.url);
  res.on('finish', () => console.log('finish', req.url));
  if (req.url === '/slow') {
    held.push(() => res.end('slow'));
    return;
  }
  res.write(`[${req.url}`);
  res.end(']');
  if (req.url === '/last') setImmediate(() => held.shift()());
}).listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const answer = await ask(port, get('/slow') + get('/a') + get('/b') + get('/last', 'Connection: close\r\n'));
  console.log(answer.split('\r\n').filter((line) => /slow|\[|\]|^HTTP/.test(line)).join(' '));

  server.removeAllListeners('request');
  server.on('request', (req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text) => { body += text; });
    req.on('end', () => res.end(`${req.method} ${body}`));
  });
  const post = (body, more = '') => `POST / HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
  const chunked = 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nT: 1\r\n\r\n';
  const bodies = await ask(port, post('first') + chunked + post('') + post('second', 'Connection: close\r\n'));
  console.log(bodies.split('\r\n\r\n').map((part) => part.split('HTTP/1.1')[0]));
  server.close();
});
