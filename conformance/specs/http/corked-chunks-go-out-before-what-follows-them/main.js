'use strict';
// cork() and uncork() of messages in both directions, with chunks and with a length, byte by byte. What callbacks and
// events tell is part of it.
const http = require('http');
const net = require('net');

const later = (call) => setImmediate(call);

const bodies = {
  'corked until the end': (m) => { m.cork(); m.write('a'); m.write('b'); m.end('c'); },
  'corked, ended without a chunk': (m) => { m.cork(); m.write('a'); m.write('b'); m.end(); },
  'uncorked before the end': (m) => { m.cork(); m.write('a'); m.write('b'); m.uncork(); m.end('c'); },
  'corked twice': (m) => { m.cork(); m.cork(); m.write('a'); m.uncork(); m.write('b'); m.end('c'); },
  'corked after the first chunk': (m) => { m.write('a'); m.cork(); m.write('b'); m.write('c'); m.end('d'); },
  'corked after the head': (m) => { m.flushHeaders(); m.cork(); m.write('b'); m.write('c'); m.end('d'); },
  'uncorked in a later turn': (m) => {
    m.cork();
    m.write('a');
    later(() => { m.write('b'); m.uncork(); m.write('c'); later(() => m.end('d')); });
  },
  'corked over several turns': (m) => { m.cork(); m.write('a'); later(() => { m.write('b'); later(() => m.end('c')); }); },
  'writes of one turn': (m) => { m.write('a'); m.write('b'); later(() => { m.write('c'); m.write('d'); m.end(); }); },
  'texts and bytes': (m) => { m.cork(); m.write('ä'); m.write(Buffer.from('ö')); m.write('ü', 'latin1'); m.write('6869', 'hex'); m.end('ß'); },
  'bytes of other views': (m) => { m.cork(); m.write(new Uint8Array([97, 98])); m.end(new Uint8Array([99])); },
  'nothing among them': (m) => { m.cork(); m.write(''); m.write('a'); m.write(''); m.write(Buffer.alloc(0)); m.end(''); },
  'nothing at all': (m) => { m.cork(); m.write(''); m.uncork(); m.end(); },
  'a length': (m) => { m.setHeader('Content-Length', 3); m.cork(); m.write('a'); m.write('b'); m.end('c'); },
  'a length, uncorked': (m) => { m.setHeader('Content-Length', 3); m.cork(); m.write('a'); m.uncork(); m.write('b'); m.end('c'); },
  'trailers': (m) => { if (m.req?.method !== 'HEAD') m.setHeader('Trailer', 'Sum'); m.cork(); m.write('a'); m.write('b'); m.addTrailers({ Sum: '2' }); m.end(); },
  'the end in a callback': (m) => { m.cork(); m.write('a'); m.write('b', () => m.end('c')); m.uncork(); },
  'the lengths it tells': (m) => {
    m.cork();
    const told = [];
    for (const text of ['a', 'bb', 'x'.repeat(70_000), 'y']) {
      told.push(m.write(text), m.writableNeedDrain);
    }
    told.push(m.writableCorked);
    m.uncork();
    told.push(m.writableCorked, m.writableNeedDrain);
    console.log('  told', told.join(' '));
    m.end();
  },
  'an encoding that is none': (m) => {
    m.cork();
    m.write('a');
    try {
      m.write('b', 'none');
    } catch (error) {
      console.log(' ', error.code, error.message);
    }
    m.end('c');
  },
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

const squeeze = (text) => joined(text).replace(/Date: .*\r\n/g, '').replace(/Host: .*\r\n/g, '').replace(/([xy])\1{99,}/g, (run) => `<${run.length} ${run[0]}>`);

function watch(message, log) {
  const { write } = message;
  let count = 0;
  message.write = function(...args) {
    const number = ++count;
    if (typeof args.at(-1) !== 'function') args.push(() => log.push(`wrote ${number}`));
    return write.apply(this, args);
  };
  message.on('drain', () => log.push('drain'));
  message.on('finish', () => log.push('finish'));
}

function ofServer(name, line) {
  return new Promise((resolve) => {
    const log = [];
    const server = http.createServer((req, res) => {
      watch(res, log);
      bodies[name](res);
    }).listen(0, '127.0.0.1', () => {
      let answer = '';
      const socket = net.connect(server.address().port, '127.0.0.1', () => {
        socket.write(`${line} / HTTP/1.1\r\nHost: x\r\n\r\n${line} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      socket.setEncoding('latin1').on('data', (part) => { answer += part; });
      socket.on('close', () => {
        console.log(`${line} ${name}:`, JSON.stringify(squeeze(answer)));
        if (line === 'GET') console.log('  ', log.join(', '));
        server.close(resolve);
      });
    });
  });
}

function ofClient(name) {
  return new Promise((resolve) => {
    const log = [];
    let request = '';
    const server = net.createServer((socket) => {
      socket.setEncoding('latin1').on('data', (part) => {
        request += part;
        const isWhole = /content-length/i.test(request) ? request.endsWith('abc') : /\r\n0\r\n(Sum.*\r\n)?\r\n$/.test(request);
        if (isWhole) socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
      });
    }).listen(0, '127.0.0.1', () => {
      const req = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST', agent: false });
      req.on('response', (res) => res.resume());
      req.on('close', () => {
        console.log(`POST ${name}:`, JSON.stringify(squeeze(request)));
        console.log('  ', log.join(', '));
        server.close(resolve);
      });
      watch(req, log);
      req.once('socket', (socket) => socket.once('connect', () => bodies[name](req)));
    });
  });
}

async function main() {
  for (const name of Object.keys(bodies)) {
    await ofServer(name, 'GET');
    if (name !== 'the lengths it tells') await ofServer(name, 'HEAD');
    await ofClient(name);
  }
}

main();
