'use strict';
const { Worker, isMainThread, parentPort } = require('worker_threads');
const crypto = require('crypto');
const net = require('net');
const { createHistogram } = require('perf_hooks');
const fs = require('fs');

// What a thread sees of a value, as a text.
function seen(value) {
  const { inspect } = require('util');
  if (value instanceof crypto.KeyObject) return `${value.type} ${value.asymmetricKeyType} ${value.symmetricKeySize}`;
  if (value instanceof net.BlockList) return inspect(value.rules);
  if (value?.constructor?.name === 'FileHandle') return `FileHandle ${typeof value.fd}`;
  if (value?.constructor?.name === 'RecordableHistogram') return `histogram ${value.count} ${value.min} ${value.max}`;
  if (value instanceof DOMException) return `DOMException ${value.name} ${value.code} ${value.message}`;
  if (value instanceof Error) return `${value.constructor.name} ${value.name} ${value.message} ${value.cause?.why?.constructor.name} ${value.cause?.why?.message} ${value.stack.split('\n')[0]}`;
  if (value instanceof crypto.X509Certificate) return value.subject;
  return inspect(value, { depth: 5 });
}

if (!isMainThread) {
  parentPort.on('message', ({ value, transfer }) => {
    const text = seen(value);
    try {
      parentPort.postMessage({ text, value }, transfer ? [value.buffer ?? value] : []);
    } catch (error) {
      parentPort.postMessage({ text, error: `${error.name} ${error.message}` });
    }
  });
  return;
}

const cyclic = { list: [1, , 3] };
cyclic.self = cyclic;
cyclic.list.push(cyclic.list);
const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
const histogram = createHistogram();
histogram.record(3);
histogram.record(900);
const blocked = new net.BlockList();
blocked.addAddress('1.2.3.4');
blocked.addRange('10.0.0.1', '10.0.0.9');
blocked.addSubnet('::1', 64, 'ipv6');
const growing = new ArrayBuffer(4, { maxByteLength: 16 });
const shared = new SharedArrayBuffer(8);

const values = [
  undefined, null, true, -0, 1e300, NaN, 127, -128, 128, 2 ** 31, 'short', 'ä'.repeat(40), '中文'.repeat(20), '', 2n ** 80n, -5n,
  new Date(0), new Date(NaN), /a[/]b/giu, new Map([[{ k: 1 }, new Set(['a', { b: 2 }])]]), Object('boxed'), Object(7n), Object(false),
  cyclic, [,], Object.assign([1, 2], { extra: 'x' }), { ['__proto__']: 1, toString: 2 }, new (class Named { field = 1; })(),
  new Error('plain'), new RangeError('with cause', { cause: { why: new TypeError('inner') } }), new AggregateError([1], 'several'),
  new DOMException('m', 'AbortError'), new Uint8Array([1, 2, 3]), new Float64Array([1.5, -0]), new BigInt64Array([5n]),
  new DataView(new ArrayBuffer(8), 2, 4), new Uint16Array(new ArrayBuffer(16), 4, 3), new Uint8Array(growing), growing,
  privateKey, publicKey, crypto.createSecretKey(Buffer.from('secret')), histogram, blocked,
  new net.SocketAddress({ address: '::1', family: 'ipv6', port: 80, flowlabel: 3 }),
  new Blob(['some ', 'text'], { type: 'text/plain' }), new File(['abc'], 'name.txt', { type: 'a/b', lastModified: 1 }),
];

const worker = new Worker(__filename);
const ask = (value, transfer) => new Promise((resolve) => {
  worker.once('message', resolve);
  worker.postMessage({ value, transfer: transfer !== undefined }, transfer);
});

(async () => {
  for (const value of values) {
    const { error, text, value: back } = await ask(value);
    console.log(text);
    const again = seen(back);
    if (error !== undefined) console.log('  refused:', error);
    else if (again !== text) console.log('  came back as', again);
  }
  const buffer = new Uint8Array([1, 2, 3, 4]);
  const { value: moved } = await ask(buffer, [buffer.buffer]);
  console.log(buffer.length, moved);

  await ask(shared);
  const worker2 = new Worker("const { workerData, parentPort } = require('worker_threads'); Atomics.add(new Int32Array(workerData), 0, 41);" +
    'parentPort.postMessage(Atomics.notify(new Int32Array(workerData), 0));', { eval: true, workerData: shared });
  await new Promise((resolve) => worker2.on('exit', resolve));
  console.log('shared', new Int32Array(shared)[0]);

  const handle = await fs.promises.open(__filename);
  const { text, value: back } = await ask(handle, [handle]);
  console.log(text, handle.fd);
  await back.close();

  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ value: 1 });
  port2.once('message', async (stream) => {
    for await (const chunk of stream) console.log('chunk', chunk);
    port1.close();
    worker.terminate();
  });
  const stream = new ReadableStream({ start(c) { c.enqueue('a'); c.enqueue({ b: 1 }); c.close(); } });
  port1.postMessage(stream, [stream]);
})();
