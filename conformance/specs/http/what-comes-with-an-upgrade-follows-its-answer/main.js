'use strict';
// A request for an upgrade with more behind it in the same packet. Where nobody wants the upgrade it is a request like
// any other, and Node drops what came behind it; where somebody does, that is the first of the other protocol.
const http = require('http');
const net = require('net');

const UPGRADE = 'Connection: upgrade\r\nUpgrade: x\r\n';
const NEXT = 'GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const BODIES = [['', ''], ['Content-Length: 5\r\n', 'hello'], ['Content-Length: 0\r\n', ''], ['Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n']];

const servers = {
  'nobody listens': () => {},
  'somebody listens': (server, log) => server.on('upgrade', (req, socket, head) => {
    log.push(`upgrade ${JSON.stringify(String(head))} ${socket === req.socket}`);
    read(req, (body) => {
      log.push(`body ${body}`);
      socket.end('other');
    });
  }),
  'the server decides': (server) => { server.shouldUpgradeCallback = (req) => req.method === 'POST'; },
  'the program reads the socket': (server, log) => server.on('request', (req) => {
    req.socket.on('data', (bytes) => log.push(`data ${JSON.stringify(String(bytes))}`));
  }),
};

function read(req, done) {
  let body = '';
  req.setEncoding('latin1').on('data', (part) => { body += part; }).on('end', () => done(body));
}

function ask(kind, parts) {
  return new Promise((resolve) => {
    const log = [];
    const server = http.createServer((req, res) => {
      log.push(`${req.method} ${req.url} ${req.upgrade}`);
      read(req, (body) => {
        log.push(`body ${body}`);
        res.sendDate = false;
        res.end('answer');
      });
    });
    servers[kind](server, log);
    server.on('clientError', (error, socket) => {
      log.push(`${error.code} ${error.bytesParsed}`);
      socket.destroy();
    });
    server.listen(0, '127.0.0.1', () => {
      let answer = '';
      const socket = net.connect(server.address().port, '127.0.0.1', () => {
        socket.write(parts[0]);
        if (parts.length > 1) socket.once('data', () => socket.end(parts[1]));
        else socket.end();
      });
      socket.setEncoding('latin1').on('data', (part) => { answer += part; });
      socket.on('error', () => {});
      socket.on('close', () => {
        console.log(kind, JSON.stringify(parts), JSON.stringify(answer), log.join(', '));
        server.close(resolve);
      });
    });
  });
}

async function main() {
  for (const kind of Object.keys(servers)) {
    for (const method of ['GET', 'POST']) {
      for (const [lines, body] of BODIES) {
        const head = `${method} /first HTTP/1.1\r\nHost: x\r\n${UPGRADE}${lines}\r\n`;
        for (const rest of ['', NEXT, 'garbage']) await ask(kind, [head + body + rest]);
        if (kind === 'nobody listens') await ask(kind, [head + body, NEXT]);
      }
    }
  }
}

main();
