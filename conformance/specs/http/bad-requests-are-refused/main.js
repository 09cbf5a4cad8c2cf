'use strict';
// What is no HTTP: the answer a server gives by itself, and what 'clientError' tells.
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

const bad = {
  'no method': '1ET / HTTP/1.1\r\n\r\n',
  'unknown method': 'FETCH / HTTP/1.1\r\n\r\n',
  'no version': 'GET /\r\n\r\n',
  'wrong version': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'header without a name': 'GET / HTTP/1.1\r\n: x\r\n\r\n',
  'space before the colon': 'GET / HTTP/1.1\r\nHost : x\r\n\r\n',
  'zero byte': 'GET / HTTP/1.1\r\nHost: x\0y\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'length and chunks': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'bad length': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1x\r\n\r\na',
  'bad chunk': 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'unknown coding': 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n',
  'too large': `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'unknown expectation': 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: miracles\r\n\r\n',
};

const server = http.createServer((req, res) => {
  req.on('error', () => {});
  req.resume().on('end', () => res.end('taken'));
}).listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  for (const [name, text] of Object.entries(bad)) console.log(name, JSON.stringify(await ask(port, text)));
  server.on('clientError', (error, socket) => {
    console.log('  clientError', error.code, error.message, error.reason, error.bytesParsed, error.rawPacket?.length);
    socket.end(`HTTP/1.1 400 ${error.code}\r\n\r\n`);
  });
  for (const [name, text] of Object.entries(bad)) {
    if (name === 'too large') continue; // comes in more than one piece
    console.log(name, JSON.stringify(await ask(port, text)));
  }
  server.close();
});
