'use strict';

// Memory and long strings go back and forth between two threads; nothing is lost, mixed up or freed too early. Of most use
// with V8's flags for the garbage collector: --stress-scavenge=50, --gc-interval=200, --stress-compaction, --stress-marking=50.

const assert = require('assert');
const { Worker, isMainThread, parentPort } = require('worker_threads');

const ROUNDS = Number(process.argv[2] ?? 60);
const SIZES = [0, 1, 1000, 4096, 65536, 100_003, 1 << 20];

if (!isMainThread) {
  const kept = [];
  parentPort.on('message', ({ moved, shared, growable, text, other }) => {
    const bytes = new Uint8Array(moved);
    const sum = bytes.length === 0 ? 0 : bytes[0] + bytes[bytes.length - 1];
    const words = new Int32Array(shared);
    for (let i = 0; i < 1000; i++) Atomics.add(words, 1, 1);
    if (growable.byteLength < 4096) growable.grow(growable.byteLength + 16);
    new Uint8Array(growable)[growable.byteLength - 1] = 77;
    kept.push(new Uint8Array(1000).fill(kept.length), shared);
    if (kept.length > 40) kept.splice(0, 20);
    parentPort.postMessage({ moved, sum, text, other: other.slice(0, 70_000), made: `${text.length}${'m'.repeat(70_000)}` }, [moved]);
    Atomics.notify(words, 1);
  });
} else {
  const worker = new Worker(__filename);
  const shared = new SharedArrayBuffer(64);
  const growable = new SharedArrayBuffer(16, { maxByteLength: 4096 });
  const words = new Int32Array(shared);
  const text = 'long text '.repeat(20_000), wide = '\u20ac long '.repeat(20_000);
  let round = 0;
  let expected;

  const send = () => {
    const size = SIZES[round % SIZES.length];
    const bytes = new Uint8Array(size).fill(round & 255);
    expected = { size, value: round & 255, text: round % 3 === 0 ? text : `${round}${text}`, added: Atomics.load(words, 1) };
    const message = { moved: bytes.buffer, shared: round % 5 === 0 ? new SharedArrayBuffer(64) : shared, growable, text: expected.text, other: wide };
    expected.isOther = message.shared !== shared;
    worker.postMessage(message, [bytes.buffer]);
    assert.strictEqual(bytes.length, 0);
    // The other thread has the memory; this one makes garbage of the same sizes meanwhile.
    for (let i = 0; i < 20; i++) new Uint8Array(size).fill(255);
  };

  worker.on('message', ({ moved, sum, text: back, other, made }) => {
    const bytes = new Uint8Array(moved);
    assert.strictEqual(bytes.length, expected.size);
    assert.strictEqual(sum, expected.size === 0 ? 0 : 2 * expected.value);
    assert.ok(bytes.every((byte) => byte === expected.value));
    assert.ok(back === expected.text, 'the text came back');
    assert.ok(other === wide.slice(0, 70_000), 'the wide text came back');
    assert.ok(made === `${back.length}${'m'.repeat(70_000)}`, 'a new text came');
    assert.strictEqual(Atomics.load(words, 1) - expected.added, expected.isOther ? 0 : 1000);
    assert.strictEqual(new Uint8Array(growable)[growable.byteLength - 1], 77);
    if (++round < ROUNDS) return send();
    worker.terminate().then(() => console.log('ok'));
  });
  send();
}
