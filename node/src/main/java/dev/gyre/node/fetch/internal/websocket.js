'use strict';

// WebSocket: the client, as the standard has it. Handshake and frames are in websocket_handshake.js and websocket_frames.js.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeShift, Number, ObjectDefineProperties, PromisePrototypeThen,
  RegExpPrototypeExec, SafeSet, StringPrototypeToLowerCase, SymbolFor, SymbolIterator, TypeError, Uint8Array, copyList, setBytes,
  subarrayOf,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { channel } = require('diagnostics_channel');
const { Blob, isBlob } = require('internal/buffer/blob');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/buffer/types');
const { DOMException } = require('internal/dom_exception');
const { Event, finishInterface } = require('internal/events/event');
const { EventTarget } = require('internal/events/event_target');
const { CloseEvent, ErrorEvent } = require('internal/fetch/close_events');
const { Headers } = require('internal/fetch/headers');
const { TOKEN, illegalInvocation, isObject, need, usvString } = require('internal/fetch/idl');
const { handlerAttributes } = require('internal/fetch/event_handlers');
const { FrameReader, Opcode, frameOf } = require('internal/fetch/websocket_frames');
const { Handshake } = require('internal/fetch/websocket_handshake');
const { refuseToClone } = require('internal/structured_clone');
const { URL } = require('internal/url/url');

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;
const MAX_REASON = 123;

const openChannel = channel('undici:websocket:open');
const closeChannel = channel('undici:websocket:close');
const errorChannel = channel('undici:websocket:socket_error');
const pingChannel = channel('undici:websocket:ping');
const pongChannel = channel('undici:websocket:pong');

const syntaxError = (message) => new DOMException(message, 'SyntaxError');

function urlOf(given) {
  let url;
  try {
    url = new URL(given);
  } catch (error) {
    throw syntaxError(error);
  }
  if (url.protocol === 'http:') url.protocol = 'ws:';
  else if (url.protocol === 'https:') url.protocol = 'wss:';
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw syntaxError('expected a ws: or wss: url');
  if (url.hash !== '' || url.href[url.href.length - 1] === '#') throw syntaxError('hash');
  return url;
}

// The second argument: a protocol, a list of them, or options.
function optionsOf(value) {
  if (isObject(value) && typeof value[SymbolIterator] !== 'function') {
    const { protocols = [], dispatcher, headers } = value;
    return { protocols: listOf(protocols), dispatcher, headers };
  }
  return { protocols: listOf(value), dispatcher: undefined, headers: undefined };
}

function listOf(value) {
  if (!isObject(value)) return [`${value}`];
  const list = [];
  const given = ArrayIsArray(value) ? value : copyList(value);
  for (let i = 0; i < given.length; i++) ArrayPrototypePush(list, `${given[i]}`);
  return list;
}

function checkProtocols(protocols) {
  const seen = new SafeSet();
  for (let i = 0; i < protocols.length; i++) {
    const lower = StringPrototypeToLowerCase(protocols[i]);
    if (seen.has(lower) || RegExpPrototypeExec(TOKEN, protocols[i]) === null) {
      throw syntaxError('Invalid Sec-WebSocket-Protocol value');
    }
    seen.add(lower);
  }
}

class WebSocket extends EventTarget {
  #url;
  #state = CONNECTING;
  #protocol = '';
  #extensions = '';
  #binaryType = 'blob';
  #bufferedAmount = 0;
  #handshake;
  #socket;
  #isReferenced = true;
  #reader;
  #hasSentClose = false;
  #hasReceivedClose = false;
  #closing; // { code, reason } of the received close frame
  #queue = []; // messages that wait for the bytes of a Blob

  static {
    refuseToClone((value) => #url in value);
  }

  constructor(url, protocols = []) {
    super();
    need(1, arguments, 'WebSocket constructor');
    const options = optionsOf(protocols);
    const parsed = urlOf(usvString(url));
    checkProtocols(options.protocols);
    this.#url = new URL(parsed.href);
    const target = new URL(parsed.href);
    target.protocol = parsed.protocol === 'ws:' ? 'http:' : 'https:';
    this.#handshake = new Handshake(target, options.protocols, new Headers(options.headers),
      (socket, rest, agreed) => this.#open(socket, rest, agreed), () => this.#fail());
    process.nextTick(() => {
      if (this.#state === CONNECTING) this.#handshake.start(options.dispatcher);
    });
  }

  static #of(value) {
    if (!isObject(value) || !(#url in value)) throw illegalInvocation();
    return value;
  }

  // Whether the connection keeps the process alive.
  [SymbolFor('nodejs.ref')]() {
    const socket = WebSocket.#of(this);
    socket.#isReferenced = true;
    socket.#socket?.ref?.();
  }

  [SymbolFor('nodejs.unref')]() {
    const socket = WebSocket.#of(this);
    socket.#isReferenced = false;
    socket.#socket?.unref?.();
  }

  get readyState() { return WebSocket.#of(this).#state; }

  get bufferedAmount() { return WebSocket.#of(this).#bufferedAmount; }

  get url() { return WebSocket.#of(this).#url.href; }

  get extensions() { return WebSocket.#of(this).#extensions; }

  get protocol() { return WebSocket.#of(this).#protocol; }

  get binaryType() { return WebSocket.#of(this).#binaryType; }

  set binaryType(type) { WebSocket.#of(this).#binaryType = type === 'arraybuffer' ? 'arraybuffer' : 'blob'; }

  // ---- sending

  send(data) {
    WebSocket.#of(this);
    need(1, arguments, 'WebSocket.send');
    if (isBlob(data)) {
      this.#checkOpen();
      this.#sendLater(data);
      return;
    }
    let bytes;
    let opcode = Opcode.BINARY;
    if (isAnyArrayBuffer(data)) {
      bytes = new Uint8Array(data);
    } else if (isArrayBufferView(data)) {
      bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    } else {
      bytes = Buffer.from(usvString(data));
      opcode = Opcode.TEXT;
    }
    this.#checkOpen();
    if (this.#state !== OPEN) return;
    this.#bufferedAmount += bytes.length;
    const frame = frameOf(opcode, bytes);
    if (this.#queue.length > 0) ArrayPrototypePush(this.#queue, { frame, length: bytes.length });
    else this.#write(frame, bytes.length);
  }

  #checkOpen() {
    if (this.#state === CONNECTING) throw new DOMException('Sent before connected.', 'InvalidStateError');
  }

  #sendLater(blob) {
    if (this.#state !== OPEN) return;
    const { size } = blob;
    this.#bufferedAmount += size;
    const item = { frame: undefined, length: size };
    ArrayPrototypePush(this.#queue, item);
    PromisePrototypeThen(blob.arrayBuffer(), (buffer) => {
      item.frame = frameOf(Opcode.BINARY, new Uint8Array(buffer));
      while (this.#queue.length > 0 && this.#queue[0].frame !== undefined) {
        const { frame, length } = ArrayPrototypeShift(this.#queue);
        this.#write(frame, length);
      }
    }, () => this.#end(1006, ''));
  }

  #write(frame, length) {
    this.#socket.write(frame, () => { this.#bufferedAmount -= length; });
  }

  close(code = undefined, reason = undefined) {
    WebSocket.#of(this);
    let given = null;
    if (code !== undefined) {
      given = Number(code);
      given = given !== given ? 0 : given < 0 ? 0 : given > 65535 ? 65535 : given; // [Clamp] unsigned short
    }
    const text = reason === undefined ? '' : usvString(reason);
    if (given !== null && given !== 1000 && (given < 3000 || given > 4999)) {
      throw new DOMException('invalid code', 'InvalidAccessError');
    }
    const { length } = Buffer.from(text);
    if (length > MAX_REASON) throw syntaxError(`Reason must be less than 123 bytes; received ${length}`);
    if (this.#state === CLOSING || this.#state === CLOSED) return;
    if (this.#state === CONNECTING) {
      this.#handshake.cancel();
      this.#closed();
      this.#state = CLOSING; // as in Node, after the events
      return;
    }
    this.#sendClose(given, text);
  }

  #sendClose(code, reason) {
    if (!this.#hasSentClose) {
      this.#hasSentClose = true;
      const text = Buffer.from(reason);
      const status = code === null && text.length > 0 ? 1000 : code;
      const bytes = Buffer.alloc(status === null ? 0 : 2 + text.length);
      if (status !== null) {
        bytes.writeUInt16BE(status, 0);
        setBytes(bytes, text, 2);
      }
      this.#socket.write(frameOf(Opcode.CLOSE, bytes));
    }
    this.#state = CLOSING;
  }

  // ---- the connection's events

  #open(socket, rest, { deflate, extensions, headers, protocol, status }) {
    this.#socket = socket;
    this.#extensions = extensions;
    this.#protocol = protocol;
    this.#reader = new FrameReader({
      message: (opcode, bytes) => this.#message(opcode, bytes),
      close: (bytes) => this.#receiveClose(bytes),
      ping: (bytes) => this.#ping(bytes),
      pong: (bytes) => {
        if (pongChannel.hasSubscribers) pongChannel.publish({ payload: bytes, websocket: this });
      },
      failed: (code, reason) => this.#end(code, reason),
    }, deflate);
    socket.setNoDelay?.(true);
    socket.setTimeout?.(0);
    if (!this.#isReferenced) socket.unref?.();
    socket.on('data', (bytes) => this.#reader.take(bytes));
    socket.on('error', (error) => {
      this.#state = CLOSING;
      if (errorChannel.hasSubscribers) errorChannel.publish(error);
      socket.destroy();
    });
    socket.on('close', () => this.#closed());
    this.#state = OPEN;
    this.dispatchEvent(new Event('open'));
    if (openChannel.hasSubscribers) {
      openChannel.publish({
        address: socket.address?.(), protocol, extensions, websocket: this,
        handshakeResponse: { status, statusText: 'Switching Protocols', headers },
      });
    }
    if (rest?.length > 0) this.#reader.take(rest);
    socket.resume();
  }

  #message(opcode, bytes) {
    if (this.#state !== OPEN) return;
    let data;
    if (opcode === Opcode.TEXT) {
      try {
        data = decoder().decode(bytes);
      } catch {
        this.#end(1007, 'Received invalid UTF-8 in text frame.');
        return;
      }
    } else {
      data = this.#binaryType === 'blob' ? new Blob([bytes]) : new Uint8Array(bytes).buffer;
    }
    const { MessageEvent } = require('internal/worker_threads/message_event');
    this.dispatchEvent(new MessageEvent('message', { data, origin: this.#url.origin }));
  }

  #ping(bytes) {
    if (this.#hasReceivedClose) return;
    this.#socket.write(frameOf(Opcode.PONG, bytes));
    if (pingChannel.hasSubscribers) pingChannel.publish({ payload: bytes, websocket: this });
  }

  #receiveClose(bytes) {
    if (bytes.length === 1) {
      this.#end(1002, 'Received close frame with a 1-byte body.');
      return;
    }
    const code = bytes.length === 0 ? undefined : bytes.readUInt16BE(0);
    if (code !== undefined && !isCloseCode(code)) {
      this.#end(1002, 'Invalid status code');
      return;
    }
    let reason = '';
    try {
      reason = decoder().decode(subarrayOf(bytes, 2));
    } catch {
      this.#end(1007, 'Invalid UTF-8');
      return;
    }
    this.#closing = { code: code ?? 1005, reason };
    this.#hasReceivedClose = true;
    if (!this.#hasSentClose) {
      this.#hasSentClose = true;
      this.#socket.write(frameOf(Opcode.CLOSE, subarrayOf(bytes, 0, 2)));
    }
    this.#state = CLOSING;
    this.#reader.end();
  }

  // Fails the connection.
  #end(code, reason) {
    if (this.#state === OPEN) this.#sendClose(code, reason);
    this.#reader?.end();
    this.#socket?.destroy();
  }

  // The handshake failed.
  #fail() {
    if (this.#state === CONNECTING) this.#closed();
  }

  #closed() {
    if (this.#state === CLOSED) return;
    this.#state = CLOSED;
    this.#reader?.end();
    const wasClean = this.#hasSentClose && this.#hasReceivedClose;
    const { code, reason } = this.#closing ?? { code: 1006, reason: '' };
    if (!this.#hasReceivedClose) {
      this.dispatchEvent(new ErrorEvent('error', { error: new TypeError(reason) }));
    }
    this.dispatchEvent(new CloseEvent('close', { wasClean, code, reason }));
    if (closeChannel.hasSubscribers) closeChannel.publish({ websocket: this, code, reason });
  }
}

const isCloseCode = (code) => (code >= 1000 && code < 1015 ? code !== 1004 && code !== 1005 && code !== 1006 : code >= 3000 && code <= 4999);

let textDecoder;
const decoder = () => {
  const { TextDecoder } = require('internal/encoding');
  return textDecoder ??= new TextDecoder('utf-8', { fatal: true });
};

finishInterface(WebSocket);
handlerAttributes(WebSocket, ['open', 'error', 'close', 'message']);
const constant = (value) => ({ __proto__: null, configurable: false, enumerable: true, value, writable: false });
const constants = {
  __proto__: null, CONNECTING: constant(CONNECTING), OPEN: constant(OPEN), CLOSING: constant(CLOSING), CLOSED: constant(CLOSED),
};
ObjectDefineProperties(WebSocket, constants);
ObjectDefineProperties(WebSocket.prototype, constants);

module.exports = { WebSocket };
