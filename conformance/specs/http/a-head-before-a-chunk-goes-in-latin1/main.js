'use strict';
// A head that goes out with the size of a chunk is latin1, whatever the chunk is; one that goes with a text, the text's.
const http = require('http');
const net = require('net');

const answers = {
  'writeHead and a text': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.end('body\xe9'); },
  'writeHead and an ASCII text': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.end('body'); },
  'a reason': (res) => { res.writeHead(200, 'caf\xe9'); res.end('body'); },
  'write and end': (res) => { res.setHeader('X-A', 'caf\xe9'); res.write('bo\xe9'); res.end('dy'); },
  'write, and end later': (res) => { res.setHeader('X-A', 'caf\xe9'); res.write('bo\xe9'); setImmediate(() => res.end('dy')); },
  'a length': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9', 'Content-Length': 6 }); res.end('body\xe9'); },
  'no writeHead': (res) => { res.setHeader('X-A', 'caf\xe9'); res.end('body\xe9'); },
  'no writeHead, utf-8 by its other name': (res) => { res.setHeader('X-A', 'caf\xe9'); res.end('body\xe9', 'utf-8'); },
  'latin1': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.end('body\xe9', 'latin1'); },
  'hex': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.end('7879', 'hex'); },
  'bytes': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.end(Buffer.from('body')); },
  'nothing': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.end(); },
  'the head alone': (res) => { res.writeHead(200, { 'X-A': 'caf\xe9' }); res.flushHeaders(); res.end('body\xe9'); },
  'trailers': (res) => { res.addTrailers({ 'X-A': 'caf\xe9' }); res.write('body\xe9'); res.end(); },
};

// Which writes of one tick become one chunk is left open: each body is shown as <one text>, if its chunks are in order.
function joined(text) {
  return text.replace(/\r\n\r\n((?:[0-9a-f]+\r\n[^]*?)?0\r\n)/g, (whole, chunks) => {
    let body = '';
    for (let at = 0; at < chunks.length;) {
      const line = chunks.indexOf('\r\n', at);
      const size = parseInt(chunks.slice(at, line), 16);
      if (size === 0) return line + 2 === chunks.length ? `\r\n\r\n<${body}>` : whole;
      body += chunks.substr(line + 2, size);
      if (chunks.substr(line + 2 + size, 2) !== '\r\n') return whole;
      at = line + 4 + size;
    }
    return whole;
  });
}

function ask(name, isPipelined) {
  return new Promise((resolve) => {
    const server = http.createServer((req, res) => answers[name](res)).listen(0, '127.0.0.1', () => {
      const ask = 'GET / HTTP/1.1\r\nHost: x\r\n';
      let answer = '';
      const socket = net.connect(server.address().port, '127.0.0.1', () => {
        socket.write(`${isPipelined ? `${ask}\r\n` : ''}${ask}Connection: close\r\n\r\n`);
      });
      socket.setEncoding('latin1').on('data', (part) => { answer += part; });
      socket.on('close', () => {
        console.log(name, JSON.stringify(joined(answer.replace(/Date: .*\r\n/g, ''))));
        server.close(resolve);
      });
    });
  });
}

async function main() {
  for (const name of Object.keys(answers)) {
    await ask(name, false);
    await ask(name, true);
  }
}

main();
