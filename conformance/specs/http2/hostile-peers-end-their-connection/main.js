'use strict';

// Clients that break the rules: what the server does, and with which code it says goodbye.

const { once } = require('events');
const http2 = require('http2');
const net = require('net');

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const frame = (type, flags, stream, payload = Buffer.alloc(0), length = payload.length) => Buffer.concat([
  Buffer.from([length >> 16, length >> 8, length, type, flags, stream >> 24, stream >> 16, stream >> 8, stream]), payload,
]);
const hex = (text) => Buffer.from(text, 'hex');
const SETTINGS = frame(4, 0, 0);
const GET = hex('828684410161'); // GET http a /
const literal = (name, value) => Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]),
  Buffer.from(value)]);

const cases = {
  'no preface': [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n')],
  'no settings': [PREFACE, frame(6, 0, 0, Buffer.alloc(8))],
  'a large frame': [PREFACE, SETTINGS, frame(0, 0, 1, Buffer.alloc(0), 20000)],
  'data on stream 0': [PREFACE, SETTINGS, frame(0, 0, 0, hex('61'))],
  'data on an idle stream': [PREFACE, SETTINGS, frame(0, 0, 5, hex('61'))],
  'headers on an even stream': [PREFACE, SETTINGS, frame(1, 5, 2, GET)],
  'a lonely continuation': [PREFACE, SETTINGS, frame(9, 4, 1, GET)],
  'a block that is interrupted': [PREFACE, SETTINGS, frame(1, 1, 1, GET), frame(6, 0, 0, Buffer.alloc(8))],
  'many continuations': [PREFACE, SETTINGS, frame(1, 1, 1, GET), ...Array.from({ length: 20 }, () => frame(9, 0, 1, hex('82')))],
  'bad compression': [PREFACE, SETTINGS, frame(1, 5, 1, hex('ff80808080'))],
  'a short ping': [PREFACE, SETTINGS, frame(6, 0, 0, Buffer.alloc(7))],
  'a window that overflows': [PREFACE, SETTINGS, frame(8, 0, 0, hex('7fffffff'))],
  'a window of nothing': [PREFACE, SETTINGS, frame(8, 0, 0, hex('00000000'))],
  'a bad setting': [PREFACE, frame(4, 0, 0, hex('000500000001'))],
  'an acknowledgement of nothing': [PREFACE, SETTINGS, frame(4, 1, 0), frame(4, 1, 0)],
  'a pong without ping': [PREFACE, SETTINGS, frame(6, 1, 0, Buffer.alloc(8))],
  'a reset of an idle stream': [PREFACE, SETTINGS, frame(3, 0, 7, hex('00000008'))],
  'headers behind the end': [PREFACE, SETTINGS, frame(1, 5, 1, GET), frame(0, 0, 1, hex('61'))],
  'too many settings': [PREFACE, frame(4, 0, 0, Buffer.concat(Array.from({ length: 40 }, () => hex('00630000000a'))))],
};
// These cost the stream only.
const harmless = {
  'an upper-case name': Buffer.concat([GET, literal('Name', 'x')]),
  'a header of connections': Buffer.concat([GET, literal('connection', 'x')]),
  'no path': hex('8286410161'),
  'a status in a request': Buffer.concat([GET, literal(':status', '200')]),
  'a late pseudo-header': Buffer.concat([GET, literal('a', 'b'), literal(':path', '/')]),
  'too many headers': Buffer.concat([GET, ...Array.from({ length: 200 }, () => literal('a', 'b'))]),
  'a length that is wrong': Buffer.concat([GET, literal('content-length', '5')]),
  'a value with a line end': Buffer.concat([GET, literal('x', 'a\r\nb')]),
};

const frames = (bytes) => {
  const list = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const length = bytes.readUIntBE(at, 3);
    list.push({ type: bytes[at + 3], payload: bytes.subarray(at + 9, at + 9 + length) });
    at += 9 + length;
  }
  return list;
};

async function run(name, parts, isHarmless) {
  const server = http2.createServer();
  let error = 'none';
  let streams = 0;
  server.on('sessionError', (e) => { error = `${e.code} ${e.message} ${e.errno}`; });
  server.on('stream', (stream, headers) => {
    streams++;
    stream.on('error', () => {});
    if (isHarmless) stream.respond({ 'x-seen': String(headers.x) }, { endStream: true });
  });
  server.listen(0);
  await once(server, 'listening');
  const socket = net.connect(server.address().port);
  socket.on('error', () => {});
  let received = Buffer.alloc(0);
  socket.write(Buffer.concat(parts));
  const answered = new Promise((resolve) => {
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (isHarmless && frames(received).some(({ type }) => type === 3 || type === 1)) socket.end();
    });
    socket.on('end', () => socket.end());
    socket.on('close', resolve);
  });
  await answered;
  const resets = frames(received).filter(({ type }) => type === 3).map(({ payload }) => payload.readUInt32BE(0));
  console.log(`${name}: ${error}; streams ${streams}; resets ${resets}`);
  server.close();
  await once(server, 'close');
}

(async () => {
  for (const name in cases) await run(name, cases[name], false);
  for (const name in harmless) await run(name, [PREFACE, SETTINGS, frame(1, 5, 1, harmless[name])], true);
})();
