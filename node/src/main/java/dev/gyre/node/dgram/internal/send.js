'use strict';

// send() in all its forms:
//
//   not connected   send(buffer, offset, length, port[, address][, callback])   send(buffers, port[, address][, callback])
//   connected       send(buffer, offset, length[, callback])                    send(buffers[, callback])

const { ArrayBufferIsView, ArrayFrom, ArrayIsArray, ArrayPrototypeIncludes, MathMin } = require('internal/primordials');
const { Buffer } = require('buffer');
const {
  ExceptionWithHostPort,
  codes: {
    ERR_BUFFER_OUT_OF_BOUNDS,
    ERR_INVALID_ARG_TYPE,
    ERR_IP_BLOCKED,
    ERR_SOCKET_DGRAM_IS_CONNECTED,
  },
} = require('internal/errors');
const { validateNumber, validatePort, validateString } = require('internal/validators');
const { UV_EAGAIN } = require('internal/errno');
const options = require('internal/options');
const { byteLengthOf, partOf } = require('internal/memory');
const { BOUND, CONNECTED, checkRunning, isBlocked, kState } = require('internal/dgram/state');
const { bindForSending, enqueue } = require('internal/dgram/bind');

let mayTry;

const BUFFER_TYPES = ['Buffer', 'TypedArray', 'DataView', 'string'];

const bytesOf = (value) => {
  if (typeof value === 'string') return Buffer.from(value);
  return ArrayBufferIsView(value) ? value : undefined;
};

function part(value, offsetGiven, lengthGiven) {
  const bytes = bytesOf(value);
  if (bytes === undefined) throw new ERR_INVALID_ARG_TYPE('buffer', BUFFER_TYPES, value);
  const offset = offsetGiven >>> 0;
  const length = lengthGiven >>> 0;
  const byteLength = byteLengthOf(bytes);
  if (offset > byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (offset + length > byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
  return partOf(bytes, offset, length);
}

function listOf(value) {
  if (!ArrayIsArray(value)) {
    const bytes = bytesOf(value);
    if (bytes === undefined) throw new ERR_INVALID_ARG_TYPE('buffer', BUFFER_TYPES, value);
    return [bytes];
  }
  const list = ArrayFrom(value, bytesOf);
  if (ArrayPrototypeIncludes(list, undefined)) throw new ERR_INVALID_ARG_TYPE('buffer list arguments', BUFFER_TYPES, value);
  return list;
}

function send(buffer, offset, length, port, address, callback) {
  const isConnected = this[kState].connectState === CONNECTED;
  if (isConnected) {
    if (typeof length !== 'number') sendList(this, buffer, port, address, offset, true);
    else if (typeof port === 'function') sendList(this, part(buffer, offset, length), null, address, port, true);
    else sendList(this, part(buffer, offset, length), port, address, callback, true);
  } else if (address || (port && typeof port !== 'function')) {
    sendList(this, part(buffer, offset, length), port, address, callback, false);
  } else {
    sendList(this, buffer, offset, length, port, false);
  }
}

// Puts the arguments in their places, still unvalidated.
function sendList(socket, buffers, portGiven, addressGiven, callbackGiven, isConnected) {
  if (isConnected && (portGiven || addressGiven)) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  const list = listOf(buffers);
  const port = isConnected ? portGiven : validatePort(portGiven, 'Port', false);
  let address = addressGiven;
  let callback = typeof callbackGiven === 'function' ? callbackGiven : undefined;
  if (typeof address === 'function') {
    callback = address;
    address = undefined;
  } else if (address != null) {
    validateString(address, 'address');
  }
  checkRunning(socket);
  bindForSending(socket);
  const state = socket[kState];
  if (state.bindState !== BOUND) {
    enqueue(socket, () => socket.send(list, port, address, callback));
  } else if (isConnected) {
    sendNow(socket, null, undefined, list, address, port, callback);
  } else {
    state.handle.lookup(address, (error, ip) => sendNow(socket, error, ip, list, address, port, callback));
  }
}

// Without a callback, only a name that can't be resolved is reported, by 'error'.
function sendNow(socket, lookupError, ip, list, address, port, callback) {
  const { handle, sendBlockList } = socket[kState];
  if (lookupError) {
    process.nextTick(callback ?? (() => socket.emit('error', lookupError)), lookupError);
    return;
  }
  if (handle === null) return;
  if (ip && isBlocked(sendBlockList, ip)) {
    if (callback) process.nextTick(callback, new ERR_IP_BLOCKED(ip));
    return;
  }
  mayTry ??= !options.get('--test-udp-no-try-send');
  const onDone = callback && ((status, sent) => {
    if (status < 0) callback(new ExceptionWithHostPort(status, 'send', address, port));
    else callback(null, sent);
  });
  const result = handle.send(list, port ? ip : undefined, port, mayTry, onDone);
  if (onDone !== undefined && result !== UV_EAGAIN) process.nextTick(onDone, MathMin(result, 0), result);
}

function sendto(buffer, offset, length, port, address, callback) {
  validateNumber(offset, 'offset');
  validateNumber(length, 'length');
  validateNumber(port, 'port');
  validateString(address, 'address');
  this.send(buffer, offset, length, port, address, callback);
}

module.exports = { send, sendto };
