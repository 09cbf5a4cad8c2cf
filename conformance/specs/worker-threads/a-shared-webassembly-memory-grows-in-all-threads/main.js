'use strict';
// Every thread has an instance of its own on one memory. What one of them grows, the others see: from JavaScript, and in
// WebAssembly, where a load beyond the old end must not trap.
const { Worker, isMainThread, parentPort, workerData, BroadcastChannel } = require('worker_threads');

const text = (s) => [s.length, ...Buffer.from(s)];
const number = (n) => (n < 128 ? [n] : [n & 127 | 128, ...number(n >>> 7)]);
const section = (id, bytes) => [id, ...number(bytes.length), ...bytes];
const code = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0,
  ...section(1, [2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f]),
  ...section(2, [1, ...text('e'), ...text('m'), 2, 3, 1, ...number(1000)]),
  ...section(3, [3, 0, 1, 0]),
  ...section(7, [3, ...text('grow'), 0, 0, ...text('size'), 0, 1, ...text('load'), 0, 2]),
  ...section(10, [3, 6, 0, 0x20, 0, 0x40, 0, 0x0b, 4, 0, 0x3f, 0, 0x0b, 7, 0, 0x20, 0, 0x28, 2, 0, 0x0b])]);

const THREADS = 4;
if (isMainThread) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1000, shared: true });
  const module = new WebAssembly.Module(code);
  const { grow, size } = new WebAssembly.Instance(module, { e: { m: memory } }).exports;
  const gate = new Int32Array(new SharedArrayBuffer(4));
  let ready = 0, ended = 0;
  for (let i = 0; i < THREADS; i++) {
    const worker = new Worker(__filename, { workerData: { memory, module, gate } });
    worker.on('message', (message) => {
      if (message !== 'ready') return console.log(message);
      if (++ready < THREADS) return;
      for (let k = 0; k < 50; k++) grow(1);
      new Int32Array(memory.buffer)[40 * 16384] = 77;
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    });
    worker.on('exit', () => {
      if (++ended === THREADS) console.log('in the end', size(), memory.buffer.byteLength / 65536, memory.grow(1));
    });
  }
  // What can't leave: memory that is not shared.
  try {
    new MessageChannel().port1.postMessage(new WebAssembly.Memory({ initial: 1 }));
  } catch (error) {
    console.log(error.name, error.message);
  }
  // To several receivers at once.
  const sender = new BroadcastChannel('memory'), first = new BroadcastChannel('memory'), second = new BroadcastChannel('memory');
  let left = 2;
  first.onmessage = second.onmessage = ({ data }) => {
    if (!(data instanceof WebAssembly.Memory) || !(data.buffer instanceof SharedArrayBuffer)) console.log('wrong', data);
    if (--left === 0) [sender, first, second].forEach((channel) => channel.close());
  };
  sender.postMessage(memory);
} else {
  const { memory, module, gate } = workerData;
  const { grow, size, load } = new WebAssembly.Instance(module, { e: { m: memory } }).exports;
  parentPort.postMessage('ready');
  Atomics.wait(gate, 0, 0);
  const value = load(40 * 65536);
  const before = size();
  grow(1);
  parentPort.postMessage(['value', value, 'grown', before >= 51, size() > before,
    Object.prototype.toString.call(memory), memory.buffer.byteLength >= 52 * 65536].join(' '));
}
