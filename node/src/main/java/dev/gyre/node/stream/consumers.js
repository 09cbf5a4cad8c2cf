'use strict';

// Reads a stream of any kind, or any async iterable, to its end.

const {
  ArrayPrototypeEvery, ArrayPrototypePush, ArrayPrototypeReduce, JSONParse, Uint8Array,
} = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { Buffer } = require('buffer');
const { Blob } = require('internal/buffer/blob');
const codec = require('internal/buffer/codec');
const { isArrayBufferView } = require('internal/buffer/types');
const { TextDecoder } = require('internal/encoding');

async function blob(stream) {
  const chunks = [];
  for await (const chunk of stream) ArrayPrototypePush(chunks, chunk);
  return new Blob(chunks);
}

const isPlain = (chunk) => typeof chunk === 'string' || isArrayBufferView(chunk);
const lengthOf = (chunk) => (typeof chunk === 'string' ? codec.utf8ByteLength(chunk) : chunk.byteLength);

async function bytes(stream) {
  const chunks = [];
  for await (const chunk of stream) ArrayPrototypePush(chunks, chunk);
  if (!ArrayPrototypeEvery(chunks, isPlain)) return new Blob(chunks).bytes(); // Blob handles all other kinds of chunks
  const out = new Uint8Array(ArrayPrototypeReduce(chunks, (sum, chunk) => sum + lengthOf(chunk), 0));
  let at = 0;
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i];
    if (typeof chunk === 'string') {
      at += codec.utf8Write(out, chunk, at, out.length - at);
    } else {
      out.set(new Uint8Array(bufferOf(chunk), byteOffsetOf(chunk), byteLengthOf(chunk)), at);
      at += chunk.byteLength;
    }
  }
  return out;
}

async function arrayBuffer(stream) {
  return (await bytes(stream)).buffer;
}

async function buffer(stream) {
  return Buffer.from(await arrayBuffer(stream));
}

async function text(stream) {
  const decoder = new TextDecoder();
  let out = '';
  for await (const chunk of stream) out += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  return out + decoder.decode(); // reports a character that was cut off at the end
}

async function json(stream) {
  return JSONParse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, text, json };
