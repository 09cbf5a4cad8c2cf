'use strict';
// Attacks on HTTP/2 servers and clients that have names: each ends its session, and the server answers the next client.

const { once } = require('events');
const fs = require('fs');
const http2 = require('http2');
const net = require('net');
const path = require('path');
const tls = require('tls');

const pem = (name) => fs.readFileSync(path.join(__dirname, `${name}.pem`));
const identity = { key: pem('server-key'), cert: pem('server-cert') };
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const frame = (type, flags, stream, payload = Buffer.alloc(0)) => Buffer.concat([
  Buffer.from([payload.length >> 16, payload.length >> 8, payload.length, type, flags, stream >> 24, stream >> 16, stream >> 8, stream]),
  payload,
]);
const hex = (text) => Buffer.from(text, 'hex');
const SETTINGS = frame(4, 0, 0);
const GET = hex('828684410161'); // GET http a /
const START = Buffer.concat([PREFACE, SETTINGS]);
const many = (count, make) => Buffer.concat(Array.from({ length: count }, (_, i) => make(2 * i + 1, i)));
const literal = (name, value) => Buffer.concat([
  Buffer.from([0, name.length]), Buffer.from(name), value.length < 127 ? Buffer.from([value.length]) : Buffer.from([127, (value.length - 127) % 128 + 128, (value.length - 127) >> 7]),
  Buffer.from(value),
]);
// One entry of 4,000 bytes into the table, then many times that entry: a small block that decodes to a large list.
const BOMB = Buffer.concat([GET, Buffer.from([0x40, 1, 0x61, 0x7f, 0xa1, 0x1e]), Buffer.alloc(4000, 0x62), Buffer.alloc(4000, 0xbe)]);

const lastGoaway = (bytes) => {
  let code = 'none';
  for (let at = 0; at + 9 <= bytes.length;) {
    const length = bytes.readUIntBE(at, 3);
    if (bytes[at + 3] === 7 && at + 17 <= bytes.length) code = bytes.readUInt32BE(at + 13);
    at += 9 + length;
  }
  return code;
};

async function attack(name, bytes, { secure = false, options = {}, onStream, ends = false, resets = false, show = [] } = {}) {
  const server = secure ? http2.createSecureServer({ ...identity, ...options }) : http2.createServer(options);
  const seen = { sessions: 0, closed: 0, streams: 0, error: 'none' };
  let isAttack = true;
  server.on('session', (session) => {
    if (!isAttack) return;
    seen.sessions++;
    session.on('close', () => seen.closed++);
  });
  server.on('sessionError', ({ code }) => { seen.error = code; });
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    if (isAttack) seen.streams++;
    if (isAttack && onStream) onStream(stream);
    else if (!stream.destroyed) stream.respond({}, { endStream: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const socket = secure ? tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] }) : net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, secure ? 'secureConnect' : 'connect');
  const answer = [];
  socket.on('data', (data) => {
    answer.push(data);
    if (resets) socket.destroy();
  });
  if (ends) socket.end(bytes);
  else socket.write(bytes);
  await new Promise((resolve) => { socket.on('close', resolve); });
  isAttack = false;
  const client = http2.connect(`${secure ? 'https' : 'http'}://127.0.0.1:${port}`, { rejectUnauthorized: false });
  const request = client.request({ ':path': '/' });
  const closed = once(request, 'close');
  const { 0: headers } = await once(request, 'response');
  request.resume();
  await closed;
  client.close();
  server.close();
  await once(server, 'close');
  const shown = show.map((key) => `; ${key} ${key === 'goaway' ? lastGoaway(Buffer.concat(answer)) : seen[key]}`).join('');
  console.log(`${name}: sessions ${seen.sessions}, closed ${seen.closed}; the next client gets ${headers[':status']}${shown}`);
}

// Sends origins until the client has had all: CVE-2026-48619.
async function origins() {
  const server = http2.createSecureServer(identity);
  server.on('session', (session) => {
    session.on('error', () => {});
    for (let i = 0; i < 60; i++) session.origin(...Array.from({ length: 50 }, (_, n) => `https://a${i}-${n}.test`));
  });
  server.on('stream', (stream) => stream.respond({}, { endStream: true }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const client = http2.connect(`https://localhost:${port}`, {
    createConnection: () => tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ALPNProtocols: ['h2'], rejectUnauthorized: false }),
  });
  let received = 0;
  let outcome = 'open';
  client.on('origin', (list) => { received += list.length; });
  client.on('error', ({ code }) => { outcome = code; });
  const closed = new Promise((resolve) => { client.on('close', resolve); });
  const request = client.request();
  request.on('error', () => {});
  request.resume();
  await new Promise((resolve) => { request.on('close', resolve); });
  if (client.destroyed) await closed;
  else await new Promise((resolve) => { client.ping(() => resolve()); });
  console.log(`3,000 origins: told of ${received > 0 ? 'some' : 'none'}, kept ${client.originSet?.length ?? 'none'}, ${outcome}`);
  client.destroy();
  server.close();
  await once(server, 'close');
}

// CVE-2023-35945: a server resets a stream and says goodbye at once, with more requests under way.
async function resetAndGoodbye(name, frames) {
  const server = net.createServer((socket) => {
    let bytes = 0;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      bytes += data.length;
      if (data.length > 0 && bytes > PREFACE.length + 60) socket.end(Buffer.concat([SETTINGS, ...frames]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
  const closed = new Promise((resolve) => { client.on('close', resolve); });
  client.on('error', () => {});
  const ends = await Promise.all(Array.from({ length: 3 }, (_, i) => new Promise((resolve) => {
    const request = client.request({ ':path': `/${i}` });
    request.on('error', () => {});
    request.on('close', () => resolve(request.destroyed));
    request.resume();
  })));
  await closed;
  console.log(`${name}: ends ${ends}, session destroyed ${client.destroyed}`);
  server.close();
  await once(server, 'close');
}

(async () => {
  const show = ['streams', 'error', 'goaway'];
  // CVE-2023-44487, Rapid Reset. How many streams JavaScript sees depends on chunks.
  await attack('Rapid Reset', Buffer.concat([START, many(3000, (id) => Buffer.concat([frame(1, 5, id, GET), frame(3, 0, id, hex('00000008'))]))]),
    { onStream: () => {}, show: ['goaway'] });
  // CVE-2024-27983: the connection goes away between HEADERS and CONTINUATION.
  for (const secure of [false, true]) {
    await attack(`half of a header block, then the end${secure ? ', TLS' : ''}`, Buffer.concat([START, frame(1, 1, 1, GET), frame(9, 0, 1, literal('a', 'b'))]),
      { secure, ends: true, show: ['streams'] });
    await attack(`half of a header block, then a reset${secure ? ', TLS' : ''}`, Buffer.concat([START, frame(1, 1, 1, GET), frame(9, 0, 1, literal('a', 'b'))]),
      { secure, resets: true, show: ['streams'] });
    // CVE-2025-59465: an oversized block of bad compression.
    await attack(`bad compression${secure ? ', TLS' : ''}`, Buffer.concat([START, frame(1, 5, 1, Buffer.alloc(16000, 0xff))]), { secure, show });
    // CVE-2026-21714: the connection's window overflows.
    await attack(`a window that overflows${secure ? ', TLS' : ''}`, Buffer.concat([START, frame(8, 0, 0, hex('7fffffff')), frame(8, 0, 0, hex('7fffffff'))]),
      { secure, show });
    // CVE-2025-23085: no GOAWAY before the end, with streams under way.
    await attack(`streams, then the end without GOAWAY${secure ? ', TLS' : ''}`, Buffer.concat([START, many(20, (id) => frame(1, 4, id, GET))]),
      { secure, ends: true, onStream: () => {}, show: ['streams'] });
  }
  // CVE-2024-28182, CVE-2024-30255: a flood of CONTINUATION frames, also on a stream that was reset.
  await attack('1,000 CONTINUATION frames', Buffer.concat([START, frame(1, 1, 1, GET), many(1000, () => frame(9, 0, 1, literal('a', 'b')))]), { show });
  await attack('CONTINUATION frames with nothing in them', Buffer.concat([START, frame(1, 1, 1, GET), many(1000, () => frame(9, 0, 1))]), { show });
  await attack('CONTINUATION frames behind a reset', Buffer.concat([START, frame(1, 5, 1, GET), frame(3, 0, 1, hex('00000008')), frame(1, 1, 1, GET), many(1000, () => frame(9, 0, 1, literal('a', 'b')))]),
    { show: ['goaway'] });
  // CVE-2026-56848: the program closes streams and sessions while frames of theirs are being read.
  const upload = Buffer.concat([START, many(10, (id) => Buffer.concat([frame(1, 4, id, hex('838684410161')), frame(0, 0, id, Buffer.alloc(100)), frame(0, 1, id, Buffer.alloc(100))]))]);
  await attack('streams closed while their data come', upload, { onStream: (stream) => stream.close(8), ends: true, show: ['streams'] });
  await attack('streams destroyed while their data come', upload, { onStream: (stream) => stream.on('data', () => stream.destroy()), ends: true, show: ['streams'] });
  await attack('a session destroyed while frames come', upload, { onStream: ({ session }) => session.destroy(), show: ['streams'] });
  await attack('a session closed while frames come', upload, { onStream: (stream) => { stream.session?.close(); stream.respond({}, { endStream: true }); }, ends: true, show: ['streams'] });
  await attack('a socket destroyed while frames come', upload, { onStream: ({ session }) => session.socket.destroy(), show: ['sessions'] });
  // CVE-2026-27135: malformed frames behind one that ends the connection.
  const overflow = Buffer.concat([frame(8, 0, 0, hex('7fffffff')), frame(8, 0, 0, hex('7fffffff'))]);
  for (const { 0: type, 1: payload } of [[6, '00000000'], [4, '00'], [3, '00'], [8, '00'], [7, '00'], [16, '']]) {
    await attack(`a window that overflows, then a short frame of type ${type}`, Buffer.concat([START, overflow, frame(type, 0, type === 3 ? 1 : 0, hex(payload))]), { show });
  }
  // HPACK bombs, long lists, memory: CVE-2026-56846 for the headers that a program holds.
  await attack('an HPACK bomb', Buffer.concat([START, frame(1, 5, 1, BOMB)]), { ends: true, show: ['streams'] });
  await attack('100 HPACK bombs', Buffer.concat([START, many(100, (id, i) => frame(1, 5, id, i === 0 ? BOMB : Buffer.concat([GET, Buffer.alloc(4000, 0xbe)])))]),
    { ends: true, show: ['streams'] });
  await attack('130 headers', Buffer.concat([START, frame(1, 5, 1, Buffer.concat([GET, many(130, () => literal('a', 'b'))]))]), { ends: true, show: ['streams'] });
  await attack('20 headers of 16 that are allowed', Buffer.concat([START, frame(1, 5, 1, Buffer.concat([GET, many(20, () => literal('a', 'b'))]))]),
    { ends: true, options: { maxHeaderListPairs: 16 }, show: ['streams'] });
  await attack('more streams than the memory is for', Buffer.concat([START, many(400, (id) => frame(1, 4, id, Buffer.concat([GET, literal('a', 'b'.repeat(8000))])))]),
    { options: { maxSessionMemory: 1 }, onStream: () => {}, ends: true });
  // Floods of frames that cost little to send.
  await attack('100,000 settings in frames of 40', Buffer.concat([START, many(100, () => frame(4, 0, 0, many(40, () => hex('00630000000a'))))]), { show: ['goaway'] });
  await attack('2,000 empty DATA frames', Buffer.concat([START, frame(1, 4, 1, GET), many(2000, () => frame(0, 0, 1))]), { onStream: () => {}, ends: true, show: ['streams'] });
  await attack('2,000 PRIORITY frames', Buffer.concat([START, many(2000, (id) => frame(2, 0, id, hex('0000000010')))]), { ends: true, show: ['streams'] });
  await attack('2,000 unknown frames', Buffer.concat([START, many(2000, () => frame(0xee, 0, 0, Buffer.alloc(8)))]), { ends: true, show: ['streams'] });
  await attack('2,000 WINDOW_UPDATE frames', Buffer.concat([START, frame(1, 4, 1, GET), many(2000, () => frame(8, 0, 1, hex('00000001')))]), { onStream: () => {}, ends: true, show: ['streams'] });
  await attack('a GOAWAY, then streams', Buffer.concat([START, frame(7, 0, 0, Buffer.alloc(8)), many(20, (id) => frame(1, 5, id, GET))]), { ends: true });
  await origins();
  const goodbye = (last, code) => frame(7, 0, 0, Buffer.concat([hex(last), hex(code)]));
  await resetAndGoodbye('a reset, then GOAWAY', [frame(3, 0, 1, hex('00000007')), goodbye('00000000', '00000000')]);
  await resetAndGoodbye('resets between two GOAWAY', [goodbye('00000005', '00000000'), frame(3, 0, 1, hex('00000007')), frame(3, 0, 3, hex('00000007')), goodbye('00000001', '00000000')]);
  await resetAndGoodbye('GOAWAY with an error, then a reset', [goodbye('00000005', '0000000b'), frame(3, 0, 5, hex('00000008'))]);
})();
