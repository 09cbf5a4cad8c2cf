'use strict';

// The end of an OutgoingMessage.

const { ArrayPrototypePush } = require('internal/primordials');
const {
  codes: {
    ERR_HTTP_CONTENT_LENGTH_MISMATCH, ERR_STREAM_ALREADY_FINISHED, ERR_STREAM_DESTROYED, ERR_STREAM_WRITE_AFTER_END,
  },
} = require('internal/errors');
const { isUint8Array } = require('util/types');
const { Buffer } = require('buffer');
const { Socket, sendBytes, sendText } = require('internal/net/socket');
const { hasListeners } = require('internal/http/has_listeners');
const {
  kBytesWritten, kChunks, kConnection, kCorked, kEndCallbacks, kErrored, kFlushError, kRejectsBody, kSocket,
  kWritableFinished,
} = require('internal/http/outgoing_fields');
const { decoded, fail, isLengthStrict, nothing, sendAllHeld, writeChunk } = require('internal/http/outgoing_write');

function end(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const socket = this[kSocket];
  chunk = decoded(chunk, encoding);
  if (!this.finished && endAtOnce(this, socket, chunk, encoding, callback)) return this;
  if (chunk) {
    if (this.finished) {
      fail(this, new ERR_STREAM_WRITE_AFTER_END(), typeof callback === 'function' ? callback : nothing);
      return this;
    }
    socket?.cork();
    writeChunk(this, chunk, encoding, null, true);
  } else if (this.finished) {
    if (typeof callback === 'function') onceFinished(this, callback);
    return this;
  } else if (!this._header) {
    socket?.cork();
    this._contentLength = 0;
    this._implicitHeader();
  }
  if (typeof callback === 'function') onceFinished(this, callback);
  if (isLengthStrict(this) && this[kBytesWritten] !== this._contentLength) {
    throw new ERR_HTTP_CONTENT_LENGTH_MISMATCH(this[kBytesWritten], this._contentLength);
  }
  if (this[kChunks] !== null) {
    this[kSocket]?.cork(); // so that the end is sent together with them
    sendAllHeld(this);
  }
  const finish = (error) => onFinish(this, error);
  if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer}\r\n`, 'latin1', finish);
  else if (!this._headerSent || this.writableLength || chunk) this._send('', 'latin1', finish);
  else process.nextTick(finish);
  if (this[kSocket]) {
    this[kSocket]._writableState.corked = 1;
    this[kSocket].uncork();
  }
  this[kCorked] = 1;
  this.uncork();
  this.finished = true;
  if (this.outputData.length === 0 && this[kSocket] && this[kSocket]._httpMessage === this) this._finish();
  return this;
}

// Sends head and body in one call, without the stream's write queue, if the whole body is passed to end(). Most messages
// are sent this way. Returns false, with nothing sent, if the message needs the general way.
function endAtOnce(message, socket, chunk, encoding, callback) {
  const isText = typeof chunk === 'string' && (!encoding || encoding === 'utf8');
  const isBytes = !isText && isUint8Array(chunk);
  const waits = socket === null && isText && message[kConnection] !== undefined;
  if (!(isText || isBytes || chunk == null) || message._headerSent || message.destroyed || message.strictContentLength ||
      message[kCorked] !== 0 || message.outputData.length !== 0 || message._trailer !== '' ||
      !(waits || (socket !== null && socket._httpMessage === message && socket instanceof Socket))) {
    return false;
  }
  if (!message._header) {
    message._contentLength = isBytes ? chunk.byteLength : isText ? Buffer.byteLength(chunk) : 0;
    message._implicitHeader();
  }
  const head = message._header;
  if (!head || message.chunkedEncoding || message._headerSent || (!message._hasBody && chunk && message[kRejectsBody])) return false;
  const body = message._hasBody ? chunk : undefined;
  const finish = (error) => onFinish(message, error);
  if (waits) {
    if (!body) return false;
    message._headerSent = true;
    message._writeRaw(head + body, 'utf8', finish);
    if (typeof callback === 'function') onceFinished(message, callback);
    message.finished = true;
    return true;
  }
  // As in Node, a head is encoded as UTF-8 if it is sent together with a string, otherwise as latin1.
  if (!(isText && body ? sendText(socket, head + body, finish) : sendBytes(socket, head, body || undefined, finish))) return false;
  message._headerSent = true;
  if (typeof callback === 'function') onceFinished(message, callback);
  message.finished = true;
  message._finish();
  return true;
}

function onceFinished(message, callback) {
  if (message[kWritableFinished]) callback(new ERR_STREAM_ALREADY_FINISHED('end'));
  else if (message[kFlushError] !== null) process.nextTick(callback, message[kFlushError]);
  else ArrayPrototypePush(message[kEndCallbacks] ??= [], callback);
}

function callEndCallbacks(message, error) {
  const callbacks = message[kEndCallbacks];
  if (callbacks === null) return;
  message[kEndCallbacks] = null;
  for (let i = 0; i < callbacks.length; i++) callbacks[i](error);
}

function onFinish(message, error) {
  const socket = message[kSocket];
  if (error || message[kErrored] || socket?.errored || socket?._hadError) {
    message[kFlushError] = error ?? message[kErrored] ?? socket?.errored ?? new ERR_STREAM_DESTROYED('end');
    callEndCallbacks(message, message[kFlushError]);
    return;
  }
  message[kWritableFinished] = true;
  callEndCallbacks(message, null);
  message[kConnection]?.finished(message.req, message);
  if (hasListeners(message)) message.emit('finish');
}

module.exports = { end };
