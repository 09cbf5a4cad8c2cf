'use strict';
// Answers before the answer end with their head, whatever it says of a body, so that they swallow nothing of the answer.
// 101 without Upgrade is an answer like any other; to CONNECT, every answer is the last.
const http = require('http');
const net = require('net');

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const HEADERS = ['', 'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: upgrade\r\nUpgrade: x\r\n', 'Connection: close\r\n'];

function ask(text, method, headers) {
  return new Promise((resolve) => {
    const log = [];
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(text));
    }).listen(0, '127.0.0.1', () => {
      const req = http.request({ host: '127.0.0.1', port: server.address().port, agent: false, method, headers, path: method === 'CONNECT' ? 'a:1' : '/' });
      req.on('continue', () => log.push('continue'));
      req.on('information', (info) => log.push(`information ${info.statusCode} ${JSON.stringify(info.headers)}`));
      req.on('response', (res) => {
        let body = '';
        log.push(`response ${res.statusCode} ${res.upgrade}`);
        res.setEncoding('latin1').on('data', (part) => { body += part; });
        res.on('end', () => log.push(`end ${body}`));
        res.on('error', (error) => log.push(`aborted ${error.code}`));
      });
      for (const event of ['connect', 'upgrade']) {
        if (event === 'upgrade' && !headers) continue;
        req.on(event, (res, socket, rest) => {
          log.push(`${event} ${res.statusCode} ${JSON.stringify(String(rest))}`);
          socket.destroy();
        });
      }
      req.on('error', (error) => log.push(`error ${error.code} ${error.message}`));
      req.on('close', () => {
        console.log(method, headers ? 'upgrade' : '', JSON.stringify(text), log.join(', '));
        server.close(resolve);
      });
      req.end();
    });
  });
}

async function main() {
  for (const status of [100, 101, 103, 104, 199]) {
    for (const lines of HEADERS) {
      for (const rest of [OK, '']) {
        const text = `HTTP/1.1 ${status} X\r\n${lines}\r\n${rest}`;
        for (const method of ['GET', 'HEAD', 'CONNECT']) await ask(text, method);
        if (status !== 101 || lines.includes('Upgrade')) await ask(text, 'GET', { Connection: 'Upgrade', Upgrade: 'x' });
      }
    }
  }
  await ask(`${'HTTP/1.1 150 X\r\nContent-Length: 9\r\n\r\n'.repeat(3)}${OK}`, 'GET');
}

main();
