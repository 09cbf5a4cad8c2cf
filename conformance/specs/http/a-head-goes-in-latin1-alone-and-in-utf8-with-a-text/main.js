'use strict';
const http = require('node:http');
const net = require('node:net');

const endings = {
  text: (res) => res.end('x'),
  latin1: (res) => res.end('x', 'latin1'),
  bytes: (res) => res.end(Buffer.from('x')),
  empty: (res) => res.end(''),
  umlaut: (res) => res.end('ü'),
  none: (res) => res.end(),
  parts: (res) => { res.setHeader('Content-Length', 2); res.write('a'); res.end('b'); },
};
const server = http.createServer((req, res) => {
  const [, name, ending] = req.url.split('/');
  res.setHeader(name, 'v=ä');
  endings[ending](res);
});

function ask(name, ending) {
  return new Promise((resolve) => {
    const socket = net.connect(server.address().port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => { answer += text; });
    socket.on('end', () => resolve(`${/v=[^\r]*/.exec(answer)[0]} ${answer.slice(answer.indexOf('\r\n\r\n') + 4)}`));
    socket.write(`GET /${name}/${ending} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

server.listen(0, '127.0.0.1', async () => {
  for (const name of ['X-Own', 'Content-Disposition']) {
    for (const ending of Object.keys(endings)) console.log(name, ending, JSON.stringify(await ask(name, ending)));
  }
  server.close();
});
