'use strict';

// send() in all its forms:
//
//   not connected   send(buffer, offset, length, port[, address][, callback])   send(buffers, port[, address][, callback])
//   connected       send(buffer, offset, length[, callback])                    send(buffers[, callback])

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
const { BOUND, CONNECTED, checkRunning, isBlocked, kState } = require('internal/dgram/state');
const { bindForSending, enqueue } = require('internal/dgram/bind');

const BUFFER_TYPES = ['Buffer', 'TypedArray', 'DataView', 'string'];

const bytesOf = (value) => {
  if (typeof value === 'string') return Buffer.from(value);
  return ArrayBuffer.isView(value) ? value : undefined;
};

function part(value, offsetGiven, lengthGiven) {
  const bytes = bytesOf(value);
  if (bytes === undefined) throw new ERR_INVALID_ARG_TYPE('buffer', BUFFER_TYPES, value);
  const offset = offsetGiven >>> 0;
  const length = lengthGiven >>> 0;
  if (offset > bytes.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (offset + length > bytes.byteLength) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
  return Buffer.from(bytes.buffer, bytes.byteOffset + offset, length);
}

function listOf(value) {
  if (!Array.isArray(value)) {
    const bytes = bytesOf(value);
    if (bytes === undefined) throw new ERR_INVALID_ARG_TYPE('buffer', BUFFER_TYPES, value);
    return [bytes];
  }
  const list = Array.from(value, bytesOf);
  if (list.includes(undefined)) throw new ERR_INVALID_ARG_TYPE('buffer list arguments', BUFFER_TYPES, value);
  return list;
}

// [what to send, port, address, callback], of which the last three may still be anything.
function sortArguments(isConnected, buffer, offset, length, port, address, callback) {
  if (!isConnected) {
    if (address || (port && typeof port !== 'function')) return [part(buffer, offset, length), port, address, callback];
    return [buffer, offset, length, port];
  }
  let sorted;
  if (typeof length !== 'number') sorted = [buffer, port, address, offset];
  else if (typeof port === 'function') sorted = [part(buffer, offset, length), null, address, port];
  else sorted = [part(buffer, offset, length), port, address, callback];
  if (sorted[1] || address) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  return sorted;
}

function send(...given) {
  const state = this[kState];
  const isConnected = state.connectState === CONNECTED;
  const [buffers, portGiven, addressGiven, callbackGiven] = sortArguments(isConnected, ...given);
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
  checkRunning(this);
  bindForSending(this);
  if (state.bindState !== BOUND) {
    enqueue(this, () => this.send(list, port, address, callback));
  } else if (isConnected) {
    sendNow(this, null, undefined, list, address, port, callback);
  } else {
    state.handle.lookup(address, (error, ip) => sendNow(this, error, ip, list, address, port, callback));
  }
}

// Without a callback only a name that can't be found is told, by 'error'.
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
  const refusal = (errno) => new ExceptionWithHostPort(errno, 'send', address, port);
  const mayTry = !options.get('--test-udp-no-try-send');
  const result = handle.send(list, port ? ip : undefined, port, mayTry,
                             callback && ((status, sent) => callback(status < 0 ? refusal(status) : null, sent)));
  if (callback === undefined || result === UV_EAGAIN) return;
  if (result >= 0) process.nextTick(callback, null, result);
  else process.nextTick(callback, refusal(result));
}

function sendto(buffer, offset, length, port, address, callback) {
  validateNumber(offset, 'offset');
  validateNumber(length, 'length');
  validateNumber(port, 'port');
  validateString(address, 'address');
  this.send(buffer, offset, length, port, address, callback);
}

module.exports = { send, sendto };
