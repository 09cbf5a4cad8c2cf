'use strict';

// Writing the body of an OutgoingMessage.
//
// The first write of a tick corks the socket until the tick ends. Chunks that are written while the message itself is corked
// are held in kChunks and sent as one chunk. Nothing may be sent before them: the end of the body and the end of the socket's
// cork follow after they were sent.

const {
  ArrayPrototypePush, NumberPrototypeToString, RegExpPrototypeExec,
} = require('internal/primordials');
const {
  codes: {
    ERR_HTTP_BODY_NOT_ALLOWED, ERR_HTTP_CONTENT_LENGTH_MISMATCH, ERR_INVALID_ARG_TYPE, ERR_STREAM_DESTROYED,
    ERR_STREAM_NULL_VALUES, ERR_STREAM_WRITE_AFTER_END, ERR_UNKNOWN_ENCODING,
  },
} = require('internal/errors');
const { isUint8Array } = require('util/types');
const { Buffer } = require('buffer');
const {
  kBytesWritten, kChunks, kChunksLength, kCorked, kErrored, kNeedDrain, kRejectsBody, kSocket,
} = require('internal/http/outgoing_fields');

const NON_ASCII = /[^\0-\x7f]/;
const LOOSE_ENCODING = /^(?:hex|base64|base64url)$/i;

const nothing = () => {};

const lengthOf = (chunk, encoding) => (typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength);

const isPlainText = (chunk, encoding) => typeof chunk === 'string' && (encoding === 'utf8' || encoding === 'latin1' || !encoding);

// The byte length of hex and base64 can't be computed from the text's length, because decoders skip some characters. A wrong
// length would break the framing, so such text is decoded first.
function decoded(chunk, encoding) {
  const isLoose = typeof chunk === 'string' && encoding && encoding !== 'utf8' && encoding !== 'latin1' && RegExpPrototypeExec(LOOSE_ENCODING, encoding) !== null;
  return isLoose ? Buffer.from(chunk, encoding) : chunk;
}

const isLengthStrict = (message) => message.strictContentLength && message._contentLength != null && message._hasBody &&
  !message._removedContLen && !message.chunkedEncoding && !message.hasHeader('transfer-encoding');

function write(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const goesOn = writeChunk(this, chunk, encoding, callback, false);
  if (!goesOn) this[kNeedDrain] = true;
  return goesOn;
}

function fail(message, error, callback) {
  if (message.destroyed) return;
  process.nextTick(() => {
    callback(error);
    if (typeof message.emit === 'function' && !message.destroyed) message.emit('error', error);
  });
}

function writeChunk(message, chunk, encoding, callback, isLast) {
  if (typeof callback !== 'function') callback = nothing;
  chunk = decoded(chunk, encoding);
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !isUint8Array(chunk)) {
    throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
  }
  if (message.finished) {
    const error = new ERR_STREAM_WRITE_AFTER_END();
    if (message.destroyed) process.nextTick(callback, error);
    else fail(message, error, callback);
    return false;
  }
  if (message.destroyed) {
    process.nextTick(callback, new ERR_STREAM_DESTROYED('write'));
    return false;
  }
  let length;
  if (message.strictContentLength) {
    length = lengthOf(chunk, encoding);
    const sum = message[kBytesWritten] + length;
    if (isLengthStrict(message) && (isLast ? sum !== message._contentLength : sum > message._contentLength)) {
      throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(sum, message._contentLength);
    }
    message[kBytesWritten] = sum;
  }
  if (!message._header) {
    if (isLast) message._contentLength = length ??= lengthOf(chunk, encoding);
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectsBody]) throw new ERR_HTTP_BODY_NOT_ALLOWED();
    process.nextTick(callback);
    return true;
  }
  if (message.chunkedEncoding && typeof chunk === 'string' && encoding && !Buffer.isEncoding(encoding)) {
    throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  const socket = message[kSocket];
  if (!isLast && socket && !socket.writableCorked) {
    socket.cork();
    process.nextTick(uncorkSocket, socket);
  }
  if (!message.chunkedEncoding) return message._send(chunk, encoding, callback, length);
  length ??= lengthOf(chunk, encoding);
  const isEmpty = length === 0; // an empty chunk would end the body
  if (message[kCorked] !== 0 && !(isEmpty && message[kChunks] === null)) return holdChunk(message, chunk, encoding, callback, length);
  return isEmpty ? message._send(chunk, encoding, callback, 0) : sendChunk(message, chunk, encoding, callback, length);
}

function uncorkSocket(socket) {
  socket.uncork();
}

function holdChunk(message, chunk, encoding, callback, length) {
  ArrayPrototypePush(message[kChunks] ??= [], chunk, encoding, callback);
  message[kChunksLength] += length;
  return message.writableLength < message.writableHighWaterMark;
}

// Sends all held chunks as one. Returns false if the message or its socket is destroyed. kChunksLength is reset only after
// sending, because writableLength counts it.
function sendHeld(message) {
  const chunks = message[kChunks];
  message[kChunks] = null;
  const socket = message[kSocket];
  if (message.destroyed || socket?.destroyed) {
    message[kChunksLength] = 0;
    const error = message[kErrored] || socket?._writableState?.errored || new ERR_STREAM_DESTROYED('write');
    for (let i = 2; i < chunks.length; i += 3) if (chunks[i] !== nothing) process.nextTick(chunks[i], error);
    return false;
  }
  const done = chunks.length === 3 ? chunks[2] : (error) => {
    for (let i = 2; i < chunks.length; i += 3) chunks[i](error);
  };
  const text = textOf(chunks);
  if (text !== undefined) {
    sendChunk(message, text, chunks[1], done, message[kChunksLength]);
  } else {
    message._send(sizeLine(message[kChunksLength]), 'latin1', null);
    for (let i = 0; i < chunks.length; i += 3) message._send(chunks[i], chunks[i + 1], null);
    message._send('\r\n', 'latin1', done);
  }
  message[kChunksLength] = 0;
  return true;
}

// All chunks as one string, or undefined if they are not all strings in the same encoding.
function textOf(chunks) {
  const encoding = chunks[1];
  let text = '';
  for (let i = 0; i < chunks.length; i += 3) {
    if (chunks[i + 1] !== encoding || !isPlainText(chunks[i], encoding)) return undefined;
    text += chunks[i];
  }
  return text;
}

const sizeLine = (length) => `${NumberPrototypeToString(length, 16)}\r\n`;

// A head that is sent with a chunk's size is encoded as latin1. It may be joined to the chunk's text only if the text's
// encoding gives the same bytes.
function sendChunk(message, chunk, encoding, callback, length) {
  if (isPlainText(chunk, encoding) && (message._headerSent || encoding === 'latin1' || RegExpPrototypeExec(NON_ASCII, message._header) === null)) {
    return message._send(`${sizeLine(length)}${chunk}\r\n`, encoding, callback);
  }
  message._send(sizeLine(length), 'latin1', null);
  message._send(chunk, encoding, null, length);
  return message._send('\r\n', 'latin1', callback);
}

function cork() {
  this[kCorked]++;
  this[kSocket]?.cork();
}

// Held chunks are written before the socket's own cork ends.
function uncork() {
  if (this[kCorked] !== 0) this[kCorked]--;
  const socket = this[kSocket];
  let hasSent = false;
  try {
    if (this[kCorked] === 0 && this[kChunks] !== null) hasSent = sendHeld(this);
  } finally {
    socket?.uncork();
  }
  if (hasSent && this[kNeedDrain] && this.writableLength === 0) {
    this[kNeedDrain] = false;
    this.emit('drain');
  }
}

// Ends all corks of the message if it holds chunks.
function sendAllHeld(message) {
  if (message[kChunks] === null) return;
  message[kCorked] = 1;
  message.uncork();
}

module.exports = { methods: { write, cork, uncork }, decoded, fail, isLengthStrict, nothing, sendAllHeld, writeChunk };
