'use strict';

// The buffer of a readable side. `state.buffer` holds the chunks; those before `state.bufferIndex` were taken already and
// are null. `state.length` is the remaining length in bytes, characters or objects. Taking a chunk advances the index, so
// that a long queue isn't shifted each time.

const {
  ArrayPrototypePush, ArrayPrototypeSplice, ArrayPrototypeUnshift, FunctionPrototypeCall, StringPrototypeSlice,
  Uint8ArrayPrototype, bufferOf, byteOffsetOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');

const COMPACT_AT = 1024;

const set = Uint8ArrayPrototype.set;

function append(state, chunk) {
  state.length += state.objectMode ? 1 : chunk.length;
  ArrayPrototypePush(state.buffer, chunk);
}

function prepend(state, chunk) {
  state.length += state.objectMode ? 1 : chunk.length;
  if (state.bufferIndex > 0) state.buffer[--state.bufferIndex] = chunk;
  else ArrayPrototypeUnshift(state.buffer, chunk);
}

function firstLength(state) {
  return state.buffer[state.bufferIndex].length;
}

// Takes `n` from the front, or everything if n is 0, NaN or too large; null if there is nothing. The caller decreases
// `state.length`.
function take(n, state) {
  if (state.length === 0) return null;
  const { buffer } = state;
  const index = state.bufferIndex;
  if (state.objectMode) return takeFirst(state, buffer, index);
  if (!n || n >= state.length) {
    if (buffer.length - index === 1) {
      const only = takeFirst(state, buffer, index);
      return state.decoder ? `${only}` : only; // bytes that were put back are decoded too
    }
    n = state.length;
  } else {
    const first = buffer[index];
    if (n === first.length) return takeFirst(state, buffer, index);
    if (n < first.length) {
      buffer[index] = cut(first, n, first.length);
      return cut(first, 0, n);
    }
  }
  return state.decoder ? takeText(n, state, buffer, index) : takeBytes(n, state, buffer, index);
}

function takeFirst(state, buffer, index) {
  const chunk = buffer[index];
  buffer[index] = null;
  moveTo(index + 1, state, buffer);
  return chunk;
}

function takeText(n, state, buffer, index) {
  let text = '';
  for (; n > 0 && index < buffer.length; index++) {
    const part = buffer[index];
    if (part.length > n) {
      text += StringPrototypeSlice(part, 0, n);
      buffer[index] = StringPrototypeSlice(part, n);
      break;
    }
    text += part;
    n -= part.length;
    buffer[index] = null;
  }
  moveTo(index, state, buffer);
  return text;
}

function takeBytes(n, state, buffer, index) {
  const bytes = Buffer.allocUnsafe(n);
  let at = 0;
  for (; at < n && index < buffer.length; index++) {
    const part = buffer[index];
    const missing = n - at;
    if (part.length > missing) {
      FunctionPrototypeCall(set, bytes, cut(part, 0, missing), at);
      buffer[index] = cut(part, missing, part.length);
      break;
    }
    FunctionPrototypeCall(set, bytes, part, at);
    at += part.length;
    buffer[index] = null;
  }
  moveTo(index, state, buffer);
  return bytes;
}

function cut(chunk, from, to) {
  if (typeof chunk === 'string') return chunk.slice(from, to);
  return new FastBuffer(bufferOf(chunk), byteOffsetOf(chunk) + from, to - from);
}

function moveTo(index, state, buffer) {
  if (index === buffer.length) {
    buffer.length = 0;
    state.bufferIndex = 0;
  } else if (index > COMPACT_AT) {
    ArrayPrototypeSplice(buffer, 0, index);
    state.bufferIndex = 0;
  } else {
    state.bufferIndex = index;
  }
}

// Joins all buffered chunks to one string, decoded by the new decoder.
function decode(state, decoder) {
  let text = '';
  for (let i = state.bufferIndex; i < state.buffer.length; i++) text += decoder.write(state.buffer[i]);
  if (state.ended) text += decoder.end();
  state.buffer.length = 0;
  state.bufferIndex = 0;
  state.length = 0;
  if (text !== '') ArrayPrototypePush(state.buffer, text);
  state.length = text.length;
}

module.exports = { append, decode, firstLength, prepend, take };
