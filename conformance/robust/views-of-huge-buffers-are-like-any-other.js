'use strict';

// Calls get views of ArrayBuffers of more than 2 GiB, at their beginning and behind 2 GiB, and do with them what they do
// with any other. Only the pages that a view shows are ever touched.

const assert = require('node:assert');
const crypto = require('node:crypto');
const fs = require('node:fs');
const net = require('node:net');
const zlib = require('node:zlib');
const { OPERATIONS, SIZE, fill, outcome, plain } = require('./support/view-operations.js');

const HUGE = 2 ** 31 + 200_000;
const memories = {
  plain: () => new ArrayBuffer(HUGE),
  shared: () => new SharedArrayBuffer(HUGE),
  resizable: () => new ArrayBuffer(HUGE, { maxByteLength: HUGE + 4096 }),
  wasm: () => new WebAssembly.Memory({ initial: Math.ceil(HUGE / 65536) }).buffer,
};

// What a user can't pass at all, shared or resizable, is refused alike whatever its size.
const small = {
  plain: () => new ArrayBuffer(100_000),
  shared: () => new SharedArrayBuffer(100_000),
  resizable: () => new ArrayBuffer(100_000, { maxByteLength: 200_000 }),
  wasm: () => new WebAssembly.Memory({ initial: 2 }).buffer,
};

async function main() {
  for (const [kind, make] of Object.entries(memories)) {
    const memory = make();
    const names = kind === 'plain' ? Object.keys(OPERATIONS) : ['readSync', 'read', 'readv', 'write', 'hash', 'gzip', 'cipher'];
    for (const name of names) {
      const expected = await outcome(OPERATIONS[name], fill(new Uint8Array(small[kind](), 1000, SIZE)));
      for (const at of [1000, HUGE - SIZE - 1000]) {
        const got = await outcome(OPERATIONS[name], fill(new Uint8Array(memory, at, SIZE)));
        if (expected instanceof Error) assert.strictEqual(got?.message, expected.message, `${name} of ${kind}`);
        else assert.deepStrictEqual(got, expected, `${name} of ${kind} memory at ${at}`);
      }
    }
  }
  await bytesArrive();
  await tooLong();
  await overTheNet();
  console.log('ok');
}

const later = (start) => new Promise((resolve, reject) => {
  start((error, result) => (error ? reject(error) : resolve(result)));
});

// What is written into such memory is there.
async function bytesArrive() {
  const memory = new ArrayBuffer(HUGE);
  const end = () => new Uint8Array(memory, HUGE - SIZE, SIZE).fill(0);
  const zeros = new Uint8Array(SIZE);
  const expect = fs.readFileSync(__filename).subarray(0, 1000);
  const fd = fs.openSync(__filename);
  const is = (view, name) => assert.ok(Buffer.from(view.subarray(0, 1000)).equals(expect), name);
  let view = end();
  fs.readSync(fd, view, 0, 1000, 0);
  is(view, 'readSync');
  view = end();
  fs.readSync(fd, view, 0, SIZE, 0);
  is(view, 'readSync of much');
  view = end();
  await later((done) => fs.read(fd, view, 0, SIZE, 0, done));
  is(view, 'read');
  view = end();
  await later((done) => fs.readv(fd, [view.subarray(0, 400), view.subarray(400)], 0, done));
  is(view, 'readv');
  view = end();
  fs.readvSync(fd, [view.subarray(0, 400), view.subarray(400)], 0);
  is(view, 'readvSync');
  view = end();
  crypto.randomFillSync(view);
  assert.notDeepStrictEqual(view, zeros);
  view = end();
  await later((done) => crypto.randomFill(view, done));
  assert.notDeepStrictEqual(view, zeros);
  const read = await fs.promises.open(__filename);
  view = end();
  await read.read(view, 0, SIZE, 0);
  is(view, 'FileHandle');
  await read.close();
  fs.closeSync(fd);
}

// More than a native call takes is refused as Node does.
async function tooLong() {
  const all = new Uint8Array(new ArrayBuffer(HUGE));
  const refused = { name: 'RangeError', code: 'ERR_OUT_OF_RANGE', message: 'data is too long' };
  assert.throws(() => crypto.createHash('sha1').update(all), refused);
  assert.throws(() => crypto.createHmac('sha1', 'key').update(all), refused);
  assert.throws(() => crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(all), refused);
  assert.throws(() => crypto.pbkdf2Sync(all, 'salt', 1, 8, 'sha1'), { code: 'ERR_OUT_OF_RANGE' });
  assert.throws(() => fs.writeSync(1, all), { code: 'ERR_OUT_OF_RANGE' });
  assert.throws(() => new TextDecoder().decode(all), { code: 'ERR_STRING_TOO_LONG' });
  assert.strictEqual(zlib.crc32(all.subarray(HUGE - 10)), zlib.crc32(Buffer.alloc(10)));
}

async function overTheNet() {
  const bytes = fill(new Uint8Array(new ArrayBuffer(HUGE), HUGE - SIZE, SIZE));
  const received = await new Promise((resolve) => {
    const server = net.createServer((socket) => {
      const parts = [];
      socket.on('data', (part) => parts.push(part));
      socket.on('end', () => {
        socket.end();
        server.close();
        resolve(Buffer.concat(parts));
      });
    }).listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => {
        client.write(bytes);
        client.end(Buffer.from(bytes.buffer, HUGE - 100_000, 100_000));
      });
    });
  });
  assert.ok(received.equals(Buffer.concat([plain(), Buffer.alloc(80_000), plain()])));
}

main();
