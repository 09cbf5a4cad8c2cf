'use strict';

// While an operation is under way, the program gives the operation's memory away, drops what it got for it, and collects
// garbage. The operation must go on in memory of its own: what it writes must not reach buffers that were made since, and
// what it reads must be what the program had written. Each operation is started so that it can't be complete before.

const assert = require('node:assert');
const asyncHooks = require('node:async_hooks');
const { spawn, spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const dgram = require('node:dgram');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const path = require('node:path');
const zlib = require('node:zlib');
const { promisify } = require('node:util');
const { scratch, ended } = require('./support.js');

const MIB = 1 << 20;

// ---- memory

const fixed = (size) => new Uint8Array(size);
const resizable = (size) => new Uint8Array(new ArrayBuffer(size, { maxByteLength: 4 * size }));
const wasm = (size) => {
  const memory = new WebAssembly.Memory({ initial: size >> 16, maximum: 256 });
  const bytes = new Uint8Array(memory.buffer);
  grow.set(bytes, memory);
  return bytes;
};
const grow = new WeakMap();

// How each kind of memory can be lost; what is left afterwards.
const LOSSES = [
  ['transfer', fixed, (bytes) => { bytes.buffer.transfer(); }],
  ['transfer to another length', fixed, (bytes) => { bytes.buffer.transfer(10); }],
  ['transferToFixedLength', fixed, (bytes) => { bytes.buffer.transferToFixedLength(); }],
  ['structuredClone', fixed, (bytes) => { structuredClone(null, { transfer: [bytes.buffer] }); }],
  ['twice', fixed, (bytes) => { bytes.buffer.transfer().transfer(); }],
  ['postMessage', fixed, (bytes) => {
    const { port1 } = new MessageChannel();
    port1.postMessage(bytes, [bytes.buffer]);
    port1.close();
  }],
  ['resize', resizable, (bytes) => { bytes.buffer.resize(0); }],
  ['transfer of a resizable one', resizable, (bytes) => { bytes.buffer.transfer(); }],
  ['grow', wasm, (bytes) => { grow.get(bytes).grow(1); }],
  ['dropped', fixed, () => {}],
];

// Takes the memory away, and has others take its place.
function lose(box, take) {
  take(box.bytes);
  box.bytes = undefined;
  gc();
  for (let i = 0; i < 24; i++) neighbours.push(Buffer.alloc(MIB / 4, PATTERN));
  neighbours.push(Buffer.alloc(MIB, PATTERN), Buffer.alloc(MIB, PATTERN));
}

const PATTERN = 0xa5;
const GOOD = Buffer.alloc(MIB, PATTERN);
let neighbours = [];

function checkNeighbours(name) {
  for (const one of neighbours) assert.ok(one.equals(GOOD.subarray(0, one.length)), `${name}: other memory was overwritten`);
  neighbours = [];
}

// What an operation reads.
const message = (make) => {
  const bytes = make(MIB);
  for (let i = 0; i < bytes.length; i += 64) bytes[i] = i >> 6;
  return bytes;
};
const MESSAGE = Buffer.from(message(fixed));
const isMessage = (bytes, name) => assert.ok(Buffer.compare(bytes, MESSAGE) === 0, `${name}: other bytes were sent`);

// ---- operations: each gets memory in a box and a function that loses it

const folder = typeof gc === 'function' ? scratch() : undefined;
const fifo = (name) => {
  const file = path.join(folder, name);
  assert.strictEqual(spawnSync('mkfifo', [file]).status, 0);
  return fs.openSync(file, fs.constants.O_RDWR);
};
const slow = folder && fifo('slow'); // nothing is in it, so a read waits
const full = folder && fifo('full'); // its reader takes nothing before it is told
const BYTE = Buffer.alloc(60_000, 0x11);

const writes = {
  async read(box, loseIt) {
    const done = promisify(fs.read)(slow, box.bytes, 0, MIB, null);
    loseIt();
    fs.writeSync(slow, BYTE);
    assert.strictEqual((await done).bytesRead, BYTE.length);
  },
  async readv(box, loseIt) {
    const done = promisify(fs.readv)(slow, [box.bytes.subarray(0, 1000), box.bytes.subarray(1000)]);
    loseIt();
    fs.writeSync(slow, BYTE);
    assert.strictEqual((await done).bytesRead, BYTE.length);
  },
  async randomFill(box, loseIt) {
    const done = new Promise((resolve, reject) => {
      crypto.randomFill(box.bytes, (error) => (error ? reject(error) : resolve()));
    });
    loseIt();
    await done;
  },
};

const compressed = (compress, decompress) => async (box, loseIt, name) => {
  const done = promisify(compress)(box.bytes);
  loseIt();
  isMessage(decompress(await done), name);
};

const streamed = (make, decompress) => async (box, loseIt, name) => {
  const stream = make();
  const parts = [];
  stream.on('data', (part) => parts.push(part));
  const done = new Promise((resolve) => stream.on('end', resolve));
  stream.end(box.bytes);
  loseIt();
  await done;
  isMessage(decompress(Buffer.concat(parts)), name);
};

async function allOf(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function drain(fd, size) {
  return new Promise((resolve, reject) => {
    const parts = [];
    const next = (left) => {
      if (left === 0) return resolve(Buffer.concat(parts));
      const part = Buffer.alloc(Math.min(left, 16_000));
      fs.read(fd, part, 0, part.length, null, (error, count) => {
        if (error) return reject(error);
        parts.push(part.subarray(0, count));
        next(left - count);
      });
    };
    next(size);
  });
}

const reads = {
  async write(box, loseIt, name) {
    const done = promisify(fs.write)(full, box.bytes, 0, MIB, null);
    loseIt();
    isMessage(await drain(full, MIB), name);
    assert.strictEqual((await done).bytesWritten, MIB);
  },
  async writev(box, loseIt, name) {
    const done = promisify(fs.writev)(full, [box.bytes.subarray(0, 1000), box.bytes.subarray(1000)]);
    loseIt();
    isMessage(await drain(full, MIB), name);
    assert.strictEqual((await done).bytesWritten, MIB);
  },
  gzip: compressed(zlib.gzip, zlib.gunzipSync),
  brotli: compressed((bytes, callback) => zlib.brotliCompress(
    bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }, callback), zlib.brotliDecompressSync),
  zstd: compressed(zlib.zstdCompress, zlib.zstdDecompressSync),
  async socket(box, loseIt, name) {
    const server = net.createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.on('listening', resolve));
    const client = net.connect(server.address().port, '127.0.0.1');
    const socket = await new Promise((resolve) => server.on('connection', resolve));
    if (client.connecting) await new Promise((resolve) => client.on('connect', resolve));
    client.cork();
    for (let i = 0; i < 5; i++) client.write(Buffer.alloc(MIB)); // more than the kernel takes
    client.write(box.bytes);
    client.uncork(); // all in one call
    client.end();
    loseIt();
    const got = await allOf(socket);
    isMessage(got.subarray(5 * MIB), name);
    server.close();
  },
  async stdin(box, loseIt, name) {
    const child = spawn(process.execPath, ['-e', `
      const waiting = setInterval(() => {}, 1000);
      process.once('SIGUSR1', () => {
        clearInterval(waiting);
        process.stdin.pipe(process.stdout);
      });
      process.stdout.write('.');
    `], { stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.end(box.bytes);
    await new Promise((resolve) => setImmediate(resolve));
    loseIt();
    child.kill('SIGUSR1');
    isMessage(await allOf(child.stdout), name);
  },
  async http(box, loseIt, name) {
    let started;
    const begun = new Promise((resolve) => { started = resolve; });
    const server = http.createServer((request, response) => {
      for (let i = 0; i < 5; i++) response.write(Buffer.alloc(MIB));
      response.end(box.bytes);
      setImmediate(() => {
        loseIt();
        started();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.on('listening', resolve));
    const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
    const response = await new Promise((resolve) => request.on('response', resolve));
    await begun;
    isMessage((await allOf(response)).subarray(5 * MIB), name);
    server.close();
  },
  async datagram(box, loseIt, name) {
    const [from, to] = [dgram.createSocket('udp4'), dgram.createSocket('udp4')];
    await new Promise((resolve) => to.bind(0, '127.0.0.1', resolve));
    from.connect(to.address().port, '127.0.0.1');
    await new Promise((resolve) => from.on('connect', resolve));
    const received = new Promise((resolve) => to.on('message', resolve));
    from.send(box.bytes.subarray(0, 1000));
    loseIt();
    assert.ok((await received).equals(MESSAGE.subarray(0, 1000)), name);
    from.close();
    to.close();
  },
};

// These are read again when a part is done, which Node does not survive either once they are detached.
const streams = {
  gzipStream: streamed(() => zlib.createGzip(), zlib.gunzipSync),
};

async function main() {
  for (const [loss, make, take] of LOSSES) {
    for (const [operation, run] of Object.entries(writes)) {
      const box = { bytes: make(MIB) };
      await run(box, () => lose(box, take));
      checkNeighbours(`${operation}, ${loss}`);
    }
    for (const [operation, run] of Object.entries(reads)) {
      if (!['transfer', 'resize', 'grow'].includes(loss)) continue; // one of each kind of memory
      const name = `${operation}, ${loss}`;
      const box = { bytes: message(make) };
      await run(box, () => lose(box, take), name);
      checkNeighbours(name);
    }
  }
  for (const [operation, run] of Object.entries(streams)) {
    const box = { bytes: message(fixed) };
    await run(box, () => lose(box, () => {}), operation);
    checkNeighbours(operation);
  }
  await landsInTheTransferredMemory();
  await isFreeAfterwards();
  await resourcesHaveNoAddresses();
}

// As in Node.
async function landsInTheTransferredMemory() {
  const bytes = fixed(MIB);
  const done = promisify(fs.read)(slow, bytes, 0, MIB, null);
  const moved = new Uint8Array(bytes.buffer.transfer());
  fs.writeSync(slow, BYTE);
  await done;
  assert.strictEqual(bytes.length, 0);
  assert.ok(Buffer.from(moved.buffer, 0, BYTE.length).equals(BYTE));
  assert.strictEqual(moved.buffer.transfer().byteLength, MIB); // and nobody holds it any more
}

// What async_hooks and process._getActiveRequests() show of an operation is not what the operation works with.
async function resourcesHaveNoAddresses() {
  const spoil = (resource) => {
    for (const name of ['a', 'b', 'd', 'f', 'length', 'address', 'view', 'source', 'loan', 'loans', 'args', 'operation']) {
      try { resource[name] = 1 << 20; } catch { /* better still */ }
    }
  };
  const hook = asyncHooks.createHook({ init: (id, type, trigger, resource) => spoil(resource) }).enable();
  const bytes = fixed(MIB);
  const one = new Promise((resolve) => fs.read(slow, bytes, 0, MIB, null, (error, count) => resolve(count)));
  const other = new Promise((resolve) => crypto.randomFill(new Uint8Array(100_000), resolve));
  process._getActiveRequests().forEach(spoil);
  fs.writeSync(slow, BYTE);
  assert.strictEqual(await one, BYTE.length);
  assert.ok(Buffer.from(bytes.buffer, 0, BYTE.length).equals(BYTE));
  assert.strictEqual(await other, null);
  hook.disable();
}

// Several operations on one buffer, one after the other completes.
async function isFreeAfterwards() {
  const bytes = message(fixed);
  const file = path.join(folder, 'file');
  const results = await Promise.all([
    fs.promises.writeFile(file, bytes), promisify(zlib.gzip)(bytes), promisify(zlib.deflate)(bytes),
  ]);
  isMessage(fs.readFileSync(file), 'writeFile');
  isMessage(zlib.gunzipSync(results[1]), 'gzip');
  await fs.promises.readFile(path.join(folder, 'missing')).catch(() => {});
  assert.strictEqual(structuredClone(bytes, { transfer: [bytes.buffer] }).length, MIB);
  assert.strictEqual(bytes.length, 0);
}

if (typeof gc !== 'function') {
  const child = spawn(process.execPath, ['--expose-gc', __filename], { stdio: 'inherit' });
  ended(child, 60_000).then(([code]) => { process.exitCode = code; });
} else {
  main().then(() => console.log('ok'));
}
