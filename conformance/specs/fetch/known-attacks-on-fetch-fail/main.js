'use strict';
// Attacks on clients by fetch and WebSocket that have names. Others are in https/known-attacks-on-the-web-fail.

const { once } = require('events');
const { createHash } = require('crypto');
const http = require('http');
const net = require('net');
const zlib = require('zlib');

const outcome = (error) => `${error.name} ${error.cause?.code ?? error.code ?? error.cause?.message ?? error.message}`;

async function listening(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function closed(server) {
  server.close();
  server.closeAllConnections?.();
  await once(server, 'close');
}

async function attempt(name, use) {
  try {
    console.log(name, await use());
  } catch (error) {
    console.log(name, outcome(error));
  }
}

// CVE-2024-22025: an answer of a few bytes that decompresses to gigabytes is decompressed only as far as it is read.
async function bombs() {
  const zeros = Buffer.alloc(64 << 20);
  const bomb = {
    br: zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    gzip: zlib.gzipSync(zeros, { level: 1 }),
    zstd: zlib.zstdCompressSync(zeros),
  };
  const server = http.createServer((req, res) => {
    const coding = req.url.slice(1);
    res.writeHead(200, { 'content-encoding': coding });
    res.end(bomb[coding]);
  });
  const base = `http://127.0.0.1:${await listening(server)}`;
  for (const coding of Object.keys(bomb)) {
    await attempt(`CVE-2024-22025, ${coding}`, async () => {
      const before = process.memoryUsage().arrayBuffers;
      const reader = (await fetch(`${base}/${coding}`)).body.getReader();
      const { value } = await reader.read();
      for (let i = 0; i < 200; i++) await new Promise(setImmediate);
      const grown = process.memoryUsage().arrayBuffers - before;
      await reader.cancel();
      return `a part of ${value.length > 0 && value.length < zeros.length}, held ${grown < 16 << 20}`;
    });
  }
  await closed(server);
}

// CVE-2024-24750: answers that nobody reads hold back their server.
async function unread() {
  let written = 0;
  let isFull;
  const full = new Promise((resolve) => { isFull = resolve; });
  const server = http.createServer((req, res) => {
    const part = Buffer.alloc(64 << 10);
    const more = () => {
      while (written < 1 << 30) {
        written += part.length;
        if (!res.write(part)) {
          // Nobody reads: it stays full.
          let turns = 0;
          let isDrained = false;
          res.once('drain', () => { isDrained = true; more(); });
          const look = () => { if (!isDrained) { if (turns++ < 500) setImmediate(look); else isFull(); } };
          look();
          return;
        }
      }
      isFull();
    };
    more();
  });
  const response = await fetch(`http://127.0.0.1:${await listening(server)}`);
  await full;
  console.log('CVE-2024-24750', response.status, 'written less than 64 MiB', written < 64 << 20);
  await response.body.cancel();
  await closed(server);
}

// CVE-2024-38372: bytes of an answer are its own, without those of others beside them.
async function ownBytes() {
  const server = http.createServer((req, res) => {
    res.writeHead(200, req.url === '/gzip' ? { 'content-encoding': 'gzip' } : {});
    res.end(req.url === '/gzip' ? zlib.gzipSync('hello') : 'hello');
  });
  const base = `http://127.0.0.1:${await listening(server)}`;
  for (const url of ['/', '/gzip']) {
    await attempt('CVE-2024-38372', async () => (await (await fetch(base + url)).arrayBuffer()).byteLength);
    await attempt('CVE-2024-38372', async () => (await (await fetch(base + url)).bytes()).buffer.byteLength);
    await attempt('CVE-2024-38372', async () => (await (await (await fetch(base + url)).blob()).arrayBuffer()).byteLength);
  }
  await closed(server);
}

// CVE-2026-1525: the length of a body is said once.
async function lengths() {
  const heads = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      heads.push(data.toString('latin1').split('\r\n').filter((line) => /^(content-length|transfer-encoding)/i.test(line)).join(', ').toLowerCase());
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  });
  const base = `http://127.0.0.1:${await listening(server)}`;
  for (const headers of [
    { 'content-length': '5' }, { 'Content-Length': '5', 'content-length': '5' }, { 'Content-Length': '5', 'content-length': '3' },
    [['Content-Length', '5'], ['content-length', '0']], { 'content-length': '5, 5' }, { 'content-length': 'x' }, { 'content-length': '-1' },
    { 'transfer-encoding': 'chunked' }, { 'transfer-encoding': 'chunked', 'content-length': '5' },
  ]) {
    await attempt(`CVE-2026-1525 ${JSON.stringify(headers)}`, async () => `${(await fetch(base, { method: 'POST', headers, body: 'hello' })).status} ${heads.at(-1)}`);
  }
  await closed(server);
}

// CVE-2026-6733: what a server sends before it is asked is no answer.
async function earlyAnswers() {
  let connections = 0;
  const server = net.createServer((socket) => {
    const text = `connection ${++connections}`;
    socket.on('error', () => {});
    socket.on('data', () => {
      const isFirst = connections === 1;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}${isFirst ? 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison' : ''}`);
    });
  });
  const base = `http://127.0.0.1:${await listening(server)}`;
  for (let i = 0; i < 3; i++) {
    await attempt('CVE-2026-6733', async () => {
      const text = await (await fetch(base)).text();
      return text === 'poison' ? text : 'not poisoned';
    });
  }
  server.close();
}

// CVE-2026-9675, CVE-2026-12151: messages in many parts are limited, too.
async function fragments(name, count, size, options = '', first = 0x02) {
  const server = http.createServer();
  server.on('upgrade', (req, socket) => {
    const accept = createHash('sha1').update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.resume();
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${options}\r\n`);
    const frameOf = (opcode) => Buffer.concat([
      size < 126 ? Buffer.from([opcode, size]) : Buffer.from([opcode, 127, 0, 0, 0, 0, size >> 24, size >> 16, size >> 8, size]), Buffer.alloc(size),
    ]);
    socket.write(frameOf(first));
    const perWrite = Math.max(1, Math.floor((64 << 10) / (size + 2)));
    const parts = Buffer.concat(Array.from({ length: perWrite }, () => frameOf(0x00)));
    let left = count;
    const more = () => {
      if (socket.destroyed || socket.writableEnded) return;
      if (left <= 0) {
        socket.write(frameOf(0x80));
        socket.end(Buffer.from([0x88, 0]));
        return;
      }
      left -= perWrite;
      socket.write(parts, () => more());
    };
    more();
  });
  const socket = new WebSocket(`ws://127.0.0.1:${await listening(server)}`);
  const lines = [];
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => lines.push('open');
  socket.onerror = () => lines.push('error');
  socket.onmessage = ({ data }) => lines.push(`message of ${data.byteLength}`);
  await new Promise((resolve) => { socket.onclose = ({ code, wasClean }) => { lines.push(`close ${code} ${wasClean}`); resolve(); }; });
  console.log(`${name}: ${lines.join(', ')}`);
  await closed(server);
}

(async () => {
  await bombs();
  await unread();
  await ownBytes();
  await lengths();
  await earlyAnswers();
  await fragments('CVE-2026-12151, few parts', 100, 10);
  await fragments('CVE-2026-12151, 100,000 parts', 100_000, 1);
  await fragments('CVE-2026-12151, empty parts', 200_000, 0);
  await fragments('CVE-2026-12151, parts of one byte', 200_000, 1);
  await fragments('CVE-2026-9675, many large parts', 140, 1 << 20);
})();
