'use strict';

// A typed array can have properties of its own, a subclass other getters, and the getters of the prototype can be replaced.
// None of that may make a native call read or write past the array's memory, or other memory than its own. An operation
// on such an array does what it does on a plain one, or throws.

const assert = require('node:assert');
const dgram = require('node:dgram');
const net = require('node:net');
const { OPERATIONS, SIZE, fill, outcome, plain } = require('./support/view-operations.js');

const OTHER = 0x5a;

// ---- views that lie

// The view is in the middle of its ArrayBuffer, and other ArrayBuffers of the same size lie around that.
function honest(View = Uint8Array) {
  const memory = new ArrayBuffer(3 * SIZE);
  fill(new Uint8Array(memory).fill(OTHER).subarray(SIZE, 2 * SIZE));
  return new View(memory, SIZE, SIZE);
}

const lies = {
  length: 1 << 20,
  byteLength: 1 << 20,
  byteOffset: 0,
  buffer: new ArrayBuffer(64),
};

function own(view, name) {
  return Object.defineProperty(view, name, { value: lies[name], configurable: true });
}

const subclass = (name) => class extends Uint8Array { get [name]() { return lies[name]; } };

const LIARS = [];
for (const name of Object.keys(lies)) {
  LIARS.push([`own ${name}`, () => own(honest(), name)]);
  LIARS.push([`own ${name} of a Buffer`, () => {
    const plain = honest();
    return own(Buffer.from(plain.buffer, SIZE, SIZE), name);
  }]);
  LIARS.push([`${name} of a subclass`, () => honest(subclass(name))]);
}
for (const name of ['byteLength', 'byteOffset', 'buffer']) {
  LIARS.push([`own ${name} of a DataView`, () => own(honest(DataView), name)]);
}
LIARS.push(['all of them', () => Object.keys(lies).reduce(own, honest())]);
LIARS.push(['a negative length', () => Object.defineProperty(honest(), 'byteLength', { value: -1 })]);
LIARS.push(['a proxy', () => new Proxy(honest(), { get: (target, name) => lies[name] ?? Reflect.get(target, name, target) })]);

// ---- everything around stays as it is

let neighbours = [];
function surround() {
  for (let i = 0; i < 16; i++) neighbours.push(Buffer.alloc(3 * SIZE, OTHER), Buffer.alloc(1 << 17, OTHER));
}
function check(name) {
  for (const one of neighbours) {
    assert.ok(one.every((byte) => byte === OTHER), `${name}: other memory was overwritten`);
  }
}

const byteLengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength').get;

async function main() {
  surround();
  const expected = new Map();
  for (const [name, run] of Object.entries(OPERATIONS)) expected.set(name, await outcome(run, plain()));
  for (const [liar, make] of LIARS) {
    for (const [name, run] of Object.entries(OPERATIONS)) {
      const got = await outcome(run, make());
      if (got instanceof Error) {
        assert.ok(!/Gyre|java|dev\.gyre/.test(`${got.message}`), `${name} of ${liar}: ${got.message}`);
      } else if (!/own buffer|^buffer of|all of them/.test(liar)) {
        assert.deepStrictEqual(got, expected.get(name), `${name} of ${liar}`);
      }
    }
    check(liar);
  }
  await patchedPrototype();
  check('patched prototype');
  await overTheNet();
  console.log('ok');
}

// The getters of the prototype itself.
async function patchedPrototype() {
  const prototype = Object.getPrototypeOf(Uint8Array.prototype);
  for (const name of ['byteLength', 'byteOffset', 'buffer', 'length']) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    const results = [];
    const view = honest();
    const { get } = descriptor;
    // Only of the views that are tested: the program itself has to go on.
    const lying = { get() { return this === view ? lies[name] : Reflect.apply(get, this, []); }, configurable: true };
    Object.defineProperty(prototype, name, lying);
    try {
      for (const run of [OPERATIONS.readSync, OPERATIONS.writeSync, OPERATIONS.hash, OPERATIONS.hmac, OPERATIONS.cipher,
                         OPERATIONS.randomFillSync, OPERATIONS.gzipSync, OPERATIONS.readvSync]) {
        try {
          results.push(run(view));
        } catch (error) {
          results.push(error);
        }
      }
    } finally {
      Object.defineProperty(prototype, name, descriptor);
    }
    for (const result of results) assert.ok(!/Gyre|java/.test(`${result?.message}`), `${name}: ${result?.message}`);
    assert.strictEqual(Reflect.apply(byteLengthOf, view, []), SIZE);
    const around = new Uint8Array(view.buffer);
    for (let i = 0; i < SIZE; i++) assert.ok(around[i] === OTHER && around[2 * SIZE + i] === OTHER, name);
  }
}

async function overTheNet() {
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
        client.write(own(honest(), 'length'), () => {});
        client.write(own(Buffer.alloc(40_000, 1), 'length'), () => {});
        client.write(own(Buffer.alloc(200, 2), 'byteLength'), () => {});
        client.end();
      });
    });
  });
  const expected = Buffer.concat([honest(), Buffer.alloc(40_000, 1), Buffer.alloc(200, 2)]);
  assert.ok(received.equals(expected), `${received.length} bytes arrived`);
  const [from, to] = [dgram.createSocket('udp4'), dgram.createSocket('udp4')];
  await new Promise((resolve) => to.bind(0, '127.0.0.1', resolve));
  const arrived = new Promise((resolve) => to.on('message', resolve));
  from.send(own(Buffer.alloc(100, 1), 'byteLength').subarray(0), to.address().port, '127.0.0.1');
  assert.ok((await arrived).equals(Buffer.alloc(100, 1)));
  from.close();
  to.close();
}

main();
