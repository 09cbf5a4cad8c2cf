'use strict';
const { inspect } = require('util');
const web = require('stream/web');
console.log(Object.keys(web).join(' '));
console.log(Object.keys(web).every((name) => name === 'ReadableStreamTee' || globalThis[name] === web[name]));
const readable = new ReadableStream({ type: 'bytes', start(controller) { console.log(controller, controller.byobRequest); } });
console.log(readable, readable.getReader({ mode: 'byob' }), [[[readable]]]);
const writable = new WritableStream({ start(controller) { console.log(controller); } });
console.log(writable, writable.getWriter());
console.log(new TextEncoderStream(), new TextDecoderStream('latin1', { fatal: true }), new CompressionStream('gzip'));
console.log(inspect(new TransformStream(), { depth: 0 }), `${readable}`);
for (const name of Object.keys(web)) {
  console.log(name, web[name].length, Object.getOwnPropertyNames(web[name].prototype).sort().join(' '));
}
