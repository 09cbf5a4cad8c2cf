'use strict';
// A server sends its settings and a whole answer in one packet. The client's program hears of the response, with its ticks
// and promises, before the end of it.

const { once } = require('events');
const http2 = require('http2');
const net = require('net');

const frame = (type, flags, stream, payload = Buffer.alloc(0)) => Buffer.concat([
  Buffer.from([payload.length >> 16, payload.length >> 8, payload.length, type, flags, 0, 0, 0, stream]), payload,
]);
const HEADERS = 1;
const DATA = 0;
const STATUS_200 = Buffer.from('88', 'hex');
const TRAILER = Buffer.from('0001610162', 'hex');
const PREFACE_BYTES = 24;

const answers = {
  'headers alone': [frame(HEADERS, 5, 1, STATUS_200)],
  'headers and data': [frame(HEADERS, 4, 1, STATUS_200), frame(DATA, 1, 1, Buffer.from('hello'))],
  'an empty frame of data': [frame(HEADERS, 4, 1, STATUS_200), frame(DATA, 1, 1)],
  'trailers': [frame(HEADERS, 4, 1, STATUS_200), frame(HEADERS, 5, 1, TRAILER)],
  'a reset': [frame(HEADERS, 4, 1, STATUS_200), frame(DATA, 0, 1, Buffer.from('b')), frame(3, 0, 1, Buffer.from([0, 0, 0, 0]))],
  'a reset with a code': [frame(HEADERS, 4, 1, STATUS_200), frame(DATA, 0, 1, Buffer.from('b')), frame(3, 0, 1, Buffer.from([0, 0, 0, 8]))],
};

// Whether the bytes have a frame of that type.
function has(bytes, type) {
  for (let at = PREFACE_BYTES; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
    if (bytes[at + 3] === type) return true;
  }
  return false;
}

async function run(name, read) {
  const server = net.createServer((socket) => {
    let bytes = Buffer.alloc(0);
    let isSent = false;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      bytes = Buffer.concat([bytes, data]);
      if (isSent || !has(bytes, HEADERS)) return;
      isSent = true;
      socket.write(Buffer.concat([frame(4, 0, 0), frame(4, 1, 0), ...answers[name]]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
  client.on('error', () => {});
  const lines = [];
  const note = (event) => {
    lines.push(event);
    process.nextTick(() => lines.push(`${event}-tick`));
    queueMicrotask(() => lines.push(`${event}-microtask`));
  };
  const stream = client.request({ ':path': '/' });
  for (const event of ['response', 'trailers', 'end', 'close', 'error']) stream.on(event, () => note(event));
  const closed = new Promise((resolve) => { stream.on('close', resolve); });
  read(stream, note);
  await closed;
  await new Promise(setImmediate);
  console.log(`  ${name}: ${lines.join(' ')}`);
  client.destroy();
  server.close();
  await once(server, 'close');
}

const readers = {
  'reads at once': (stream) => stream.resume(),
  'listens to data': (stream, note) => stream.on('data', () => note('data')),
  async 'waits for the response'(stream, note) {
    await once(stream, 'response');
    note('awaited');
    stream.on('data', () => note('data'));
  },
  async 'waits and iterates'(stream, note) {
    await once(stream, 'response');
    note('awaited');
    try {
      for await (const { length } of stream) note(`chunk of ${length}`);
      note('done');
    } catch (error) {
      note(error.code);
    }
  },
};

(async () => {
  for (const [reader, read] of Object.entries(readers)) {
    console.log(reader);
    for (const name of Object.keys(answers)) await run(name, read);
  }
})();
