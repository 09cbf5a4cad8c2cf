'use strict';

// How an OutgoingMessage passes data to its socket. While the socket sends another message (socket._httpMessage), data waits
// in outputData.

const { ArrayPrototypePush, ArrayPrototypeUnshift } = require('internal/primordials');
const { Socket, sendText } = require('internal/net/socket');
const { hasListeners } = require('internal/http/has_listeners');
const { kHighWaterMark, kNeedDrain, kSocket } = require('internal/http/outgoing_fields');

function _send(data, encoding, callback, byteLength) {
  if (!this._headerSent && this._header !== null) {
    this._headerSent = true;
    if (typeof data === 'string' && (encoding === 'utf8' || encoding === 'latin1' || !encoding)) {
      data = this._header + data;
    } else {
      const head = this._header;
      ArrayPrototypeUnshift(this.outputData, { data: head, encoding: 'latin1', callback: null });
      this.outputSize += head.length;
      this._onPendingData(head.length);
    }
  }
  return this._writeRaw(data, encoding, callback, byteLength);
}

function _writeRaw(data, encoding, callback) {
  const socket = this[kSocket];
  if (socket?.destroyed) return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this.outputData.length > 0) this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  ArrayPrototypePush(this.outputData, { data, encoding, callback });
  this.outputSize += data.length;
  this._onPendingData(data.length);
  return this.outputSize < this[kHighWaterMark];
}

// Whether the data is a whole message that waited for its turn.
const isTextFor = (socket, { data, encoding, callback }) => typeof data === 'string' && encoding === 'utf8' &&
  typeof callback === 'function' && socket instanceof Socket;

function _flushOutput(socket) {
  const { outputData } = this;
  if (outputData.length === 0) return undefined;
  let goesOn = true;
  if (outputData.length > 1 || !isTextFor(socket, outputData[0]) || !sendText(socket, outputData[0].data, outputData[0].callback)) {
    socket.cork();
    for (let i = 0; i < outputData.length; i++) {
      const { data, encoding, callback } = outputData[i];
      goesOn = socket.write(data, encoding, callback);
    }
    socket.uncork();
  }
  this.outputData = [];
  this._onPendingData(-this.outputSize);
  this.outputSize = 0;
  return goesOn;
}

// Called when the message becomes the one that its socket sends, and when the socket drains.
function _flush() {
  if (this.outputData.length === 0 && !this.finished && !this[kNeedDrain]) return;
  const socket = this[kSocket];
  if (!socket?.writable) return;
  const goesOn = this._flushOutput(socket);
  if (this.finished) {
    this._finish();
  } else if (this[kNeedDrain] && goesOn !== false) { // the socket took everything, so it will not emit 'drain'
    this[kNeedDrain] = false;
    this.emit('drain');
  }
}

function _finish() {
  if (hasListeners(this)) this.emit('prefinish');
}

module.exports = { _send, _writeRaw, _flushOutput, _flush, _finish };
