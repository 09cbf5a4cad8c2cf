'use strict';
// Which objects of classes of the runtime structuredClone() copies, takes for plain ones, or refuses.
const { inspect } = require('node:util');
const crypto = require('node:crypto');
const net = require('node:net');
const vm = require('node:vm');
const events = require('node:events');
const perf = require('node:perf_hooks');
const { StringDecoder } = require('node:string_decoder');
const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const { MIMEType } = require('node:util');
const wt = require('node:worker_threads');

const { privateKey } = crypto.generateKeyPairSync('ed25519');
const channel = new MessageChannel();
const controller = new AbortController();

const objects = {
  URL: () => new URL('http://a'),
  URLSubclass: () => new (class extends URL {})('http://a'),
  URLSearchParams: () => new URLSearchParams('a=1'),
  URLSearchParamsIterator: () => new URLSearchParams('a=1').entries(),
  URLPattern: () => new URLPattern({ pathname: '/' }),
  Headers: () => new Headers({ a: 'b' }),
  Request: () => new Request('http://a'),
  Response: () => new Response('a'),
  FormData: () => new FormData(),
  Blob: () => new Blob(['a']),
  File: () => new File(['a'], 'b'),
  Event: () => new Event('a'),
  CustomEvent: () => new CustomEvent('a', { detail: 1 }),
  MessageEvent: () => new MessageEvent('message', { data: 1 }),
  EventTarget: () => new EventTarget(),
  AbortController: () => controller,
  AbortSignal: () => controller.signal,
  DOMException: () => new DOMException('a', 'AbortError'),
  TextDecoder: () => new TextDecoder(),
  TextEncoder: () => new TextEncoder(),
  MessageChannel: () => channel,
  MessagePort: () => channel.port1,
  ReadableStream: () => new ReadableStream(),
  WritableStream: () => new WritableStream(),
  TransformStream: () => new TransformStream(),
  TextDecoderStream: () => new TextDecoderStream(),
  CompressionStream: () => new CompressionStream('gzip'),
  ByteLengthQueuingStrategy: () => new ByteLengthQueuingStrategy({ highWaterMark: 1 }),
  CountQueuingStrategy: () => new CountQueuingStrategy({ highWaterMark: 1 }),
  reader: () => new ReadableStream().getReader(),
  writer: () => new WritableStream().getWriter(),
  EventEmitter: () => new events(),
  EventEmitterAsyncResource: () => new events.EventEmitterAsyncResource({ name: 'a' }),
  Hash: () => crypto.createHash('sha1'),
  Hmac: () => crypto.createHmac('sha1', 'a'),
  Cipheriv: () => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)),
  ECDH: () => crypto.createECDH('prime256v1'),
  KeyObject: () => crypto.createSecretKey(Buffer.alloc(8)),
  privateKey: () => privateKey,
  crypto: () => globalThis.crypto,
  subtle: () => globalThis.crypto.subtle,
  Socket: () => new net.Socket(),
  Server: () => net.createServer(),
  BlockList: () => new net.BlockList(),
  SocketAddress: () => new net.SocketAddress(),
  context: () => vm.createContext({ a: 1 }),
  StringDecoder: () => new StringDecoder('utf8'),
  AsyncLocalStorage: () => new AsyncLocalStorage(),
  AsyncResource: () => new AsyncResource('a'),
  MIMEType: () => new MIMEType('text/plain'),
  MIMEParams: () => new MIMEType('text/plain;a=b').params,
  performance: () => performance,
  PerformanceMark: () => performance.mark('a', { startTime: 1 }),
  PerformanceObserver: () => new perf.PerformanceObserver(() => {}),
  histogram: () => perf.createHistogram(),
  Buffer: () => Buffer.from('a'),
  navigator: () => navigator,
  Intl: () => new Intl.NumberFormat('en'),
  WeakRef: () => new WeakRef({}),
  Promise: () => Promise.resolve(),
  generator: () => (function* () {})(),
  arguments: () => (function() { return arguments; })(1, 2),
  classWithPrivates: () => new (class A { #a = 1; b = 2; })(),
  resourceLimits: () => wt.resourceLimits,
};

function tell(name, value) {
  let result;
  try {
    const copy = structuredClone(value);
    result = typeof copy === 'object' && copy !== null ? `${Object.getPrototypeOf(copy)?.constructor?.name} ${Object.keys(copy).length > 5 ? '...' : inspect(copy, { depth: 0 }).split('\n')[0]}` : inspect(copy);
  } catch (error) {
    result = `${error.name} ${error.code} ${error.message.split('\n')[0].slice(0, 100)}`;
  }
  console.log(name.padEnd(28), result);
}

for (const [name, make] of Object.entries(objects)) {
  let value;
  try {
    value = make();
  } catch (error) {
    console.log(name, 'is not made:', error.message);
    continue;
  }
  tell(name, value);
}
// Within others, and in a list of what is transferred.
for (const name of ['URL', 'Headers', 'EventTarget', 'Hash']) {
  tell(`${name} in an object`, { a: [objects[name]()] });
  try {
    structuredClone(1, { transfer: [objects[name]()] });
  } catch (error) {
    console.log(error.name, error.message);
  }
}
for (const value of [new net.Socket(), net.createServer()]) {
  try {
    structuredClone(value, { transfer: [value] });
  } catch (error) {
    console.log(error.name, error.message);
  }
}
channel.port1.close();
