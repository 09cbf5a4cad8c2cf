'use strict';

// A client of the debugging protocol: asks a server at a port for its target, opens a WebSocket to it, and makes promises of
// the answers. Events are emitted under their own name, and as `protocolEvent` with name and parameters.

const {
  ArrayPrototypeForEach, ArrayPrototypePush, BigInt, JSONParse, JSONStringify, ObjectKeys, Promise, PromiseReject, SafeMap,
  itemsOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { concat } = Buffer;
const EventEmitter = require('events');
const crypto = require('crypto');
const http = require('http');
const { URL } = require('url');
const { codes: { ERR_DEBUGGER_ERROR } } = require('internal/errors');
const debuglog = require('internal/util/debuglog').debuglog('inspect');

const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const FINAL = 0x80;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

const part = (bytes, start, end) => Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);

function textFrame(text) {
  const payload = Buffer.from(text);
  const { length } = payload;
  const sizeBytes = length < LENGTH_16 ? 0 : length < 65536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + sizeBytes + 4 + length);
  frame[0] = FINAL | TEXT;
  frame[1] = MASKED | (sizeBytes === 0 ? length : sizeBytes === 2 ? LENGTH_16 : LENGTH_64);
  if (sizeBytes === 2) frame.writeUInt16BE(length, 2);
  if (sizeBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const maskAt = 2 + sizeBytes;
  crypto.randomFillSync(frame, maskAt, 4);
  for (let i = 0; i < length; i++) frame[maskAt + 4 + i] = payload[i] ^ frame[maskAt + (i & 3)];
  return frame;
}

// The first frame of the bytes: its operation, payload and whole length, or undefined where it is not complete.
function readFrame(bytes) {
  if (bytes.length < 2) return undefined;
  let length = bytes[1] & ~MASKED;
  let at = 2;
  if (length === LENGTH_16) {
    at = 4;
    if (bytes.length < at) return undefined;
    length = bytes.readUInt16BE(2);
  } else if (length === LENGTH_64) {
    at = 10;
    if (bytes.length < at) return undefined;
    length = bytes.readUIntBE(4, 6);
  }
  if (bytes[1] & MASKED) throw new ERR_DEBUGGER_ERROR('Masked server frame not supported');
  if (bytes.length < at + length) return undefined;
  return {
    operation: bytes[0] & 0xf, isLast: (bytes[0] & FINAL) !== 0, length: at + length,
    payload: part(bytes, at, at + length),
  };
}

// An error of the protocol, as Node shows it: the code stands in the name.
function protocolError({ code, message }) {
  const error = new ERR_DEBUGGER_ERROR(`${message}`);
  error.code = code;
  return error;
}

class ProtocolClient extends EventEmitter {
  #socket = null;
  #request = null;
  #lastId = 0;
  #pending = new SafeMap();
  #unread = Buffer.alloc(0);
  #fragments = [];

  async connect(port, host) {
    const targets = await this.#fetchTargets(port, host);
    const { pathname, search } = new URL(targets[0].webSocketDebuggerUrl);
    await this.#open(port, host, `${pathname}${search}`);
  }

  ask(method, params) {
    const socket = this.#socket;
    if (socket === null) return PromiseReject(new ERR_DEBUGGER_ERROR('Use `run` to start the app again.'));
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#pending.set(id, (error, result) => {
        if (error) reject(protocolError(error));
        else resolve(ObjectKeys(result).length > 0 ? result : undefined);
      });
      const text = JSONStringify({ id, method, params });
      debuglog('> %s', text);
      socket.write(textFrame(text));
    });
  }

  // Ends the connection. Those who wait for answers get an error.
  reset() {
    const waiting = [];
    for (const callback of itemsOf(this.#pending.values())) ArrayPrototypePush(waiting, callback);
    this.#pending.clear();
    this.#request?.destroy();
    this.#socket?.destroy();
    this.#request = null;
    this.#socket = null;
    this.#lastId = 0;
    this.#unread = Buffer.alloc(0);
    this.#fragments = [];
    ArrayPrototypeForEach(waiting, (callback) => callback({ code: 'ERR_DEBUGGER_ERROR', message: 'Debugger session ended' }));
  }

  #fetchTargets(port, host) {
    return new Promise((resolve, reject) => {
      const request = http.get({ host, port, path: '/json' }, (response) => {
        const chunks = [];
        response.on('error', reject);
        response.on('data', (chunk) => ArrayPrototypePush(chunks, chunk));
        response.on('end', () => {
          const body = `${concat(chunks)}`;
          if (response.statusCode !== 200) {
            reject(new ERR_DEBUGGER_ERROR(`Unexpected ${response.statusCode}: ${body}`));
            return;
          }
          try {
            resolve(JSONParse(body));
          } catch {
            reject(new ERR_DEBUGGER_ERROR(`Response didn't contain JSON: ${body}`));
          }
        });
      });
      request.on('error', reject);
    });
  }

  #open(port, host, path) {
    this.reset();
    const key = crypto.randomBytes(16).toString('base64');
    const headers = {
      'Connection': 'Upgrade', 'Upgrade': 'websocket', 'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13',
    };
    return new Promise((resolve, reject) => {
      const request = http.request({ host, port, path, headers });
      this.#request = request;
      request.on('error', reject);
      request.on('response', (response) => {
        process.stderr.write(`Unexpected HTTP code: ${response.statusCode}\n`);
        response.pipe(process.stderr);
      });
      request.on('upgrade', (response, socket) => {
        const wanted = crypto.createHash('sha1').update(`${key}${HANDSHAKE_GUID}`).digest('base64');
        const secret = response.headers['sec-websocket-accept'];
        if (secret !== wanted) {
          process.nextTick(() => { throw new ERR_DEBUGGER_ERROR(`WebSocket secret mismatch: ${wanted} did not match ${secret}`); });
          return;
        }
        this.#socket = socket;
        socket.on('data', (chunk) => this.#receive(chunk));
        socket.on('close', () => {
          this.emit('close');
          if (this.#socket === socket) this.reset();
        });
        resolve();
      });
      request.end();
    });
  }

  #receive(chunk) {
    this.#unread = this.#unread.length === 0 ? chunk : concat([this.#unread, chunk]);
    for (let frame = readFrame(this.#unread); frame !== undefined; frame = readFrame(this.#unread)) {
      this.#unread = part(this.#unread, frame.length, this.#unread.length);
      if (frame.operation === CLOSE) {
        this.#socket.destroy();
        return;
      }
      if (frame.operation > TEXT) continue;
      ArrayPrototypePush(this.#fragments, frame.payload);
      if (!frame.isLast) continue;
      const text = `${concat(this.#fragments)}`;
      this.#fragments = [];
      debuglog('< %s', text);
      this.#dispatch(JSONParse(text));
    }
  }

  #dispatch({ id, method, params, result, error }) {
    if (id) {
      const callback = this.#pending.get(id);
      this.#pending.delete(id);
      callback?.(error, result);
    } else if (method) {
      this.emit('protocolEvent', method, params);
      this.emit(method, params);
    }
  }
}

module.exports = { ProtocolClient };
