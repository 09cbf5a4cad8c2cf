'use strict';

// What reads the messages on a connection, and tells a target of them:
//
//   head(text, numbers, flags), body(bytes), messageEnd(trailers), parseError(error)
//
// The parser is Java's. On a socket of the system it reads what comes in before JavaScript sees any of it
// (HttpConnection.java); other streams are read here, and fed to it (HttpFeed.java).

const options = require('internal/options');
const { Buffer } = require('buffer');
const { StreamHandle } = require('internal/net/stream_handle');
const { listener: socketListener, kBytesRead } = require('internal/net/socket');

const native = binding('net');

// Numbers and flags of a head.
const METHODS = 64;
const UPGRADE = 1 << 16;
const KEEPS_ALIVE = 1 << 17;
const COMPLETE = 1 << 18;
const HAS_LENGTH = 1 << 5;
const HAS_ENCODING = 1 << 9;
const HAS_HOST = 1 << 10;
const HAS_EXPECT = 1 << 12;
const NIBBLE = 15;

const methodOf = (numbers) => numbers % METHODS;
const minorOf = (numbers) => (numbers / METHODS) & NIBBLE;
const majorOf = (numbers) => (numbers / (METHODS * 16)) & NIBBLE;
const statusOf = (numbers) => Math.floor(numbers / (METHODS * 256));

const LENIENT_ALL = (1 << 10) - 1;
const LENIENT_VALUES = 1 << 10;
const ANSWER = { CONTINUE: 0, NO_BODY: 1, UPGRADE: 2 };

const DEFAULT_HEADER_SIZE = 16384;
let defaultHeaderSize;

function maxHeaderSize() {
  return defaultHeaderSize ??= Number(options.get('--max-http-header-size') ?? DEFAULT_HEADER_SIZE) || DEFAULT_HEADER_SIZE;
}

let warned = false;
function isInsecure() {
  if (!options.get('--insecure-http-parser')) return false;
  if (!warned) {
    warned = true;
    process.emitWarning('Using insecure HTTP parsing');
  }
  return true;
}

function leniency({ httpValidation, insecureHTTPParser }) {
  if (httpValidation !== undefined) return { strict: 0, relaxed: LENIENT_VALUES, insecure: LENIENT_ALL }[httpValidation];
  return insecureHTTPParser ?? isInsecure() ? LENIENT_ALL : 0;
}

function errorOf(code, reason, bytesParsed, rawPacket) {
  const error = new Error(`Parse Error${reason ? `: ${reason}` : ''}`);
  return Object.assign(error, { bytesParsed, code, reason, rawPacket });
}

const kReader = Symbol('kReader');

// settings: { maxHeaderSize, maxHeadersCount, httpValidation, insecureHTTPParser }
const settingsOf = (settings) => [
  settings.maxHeaderSize || maxHeaderSize(), settings.maxHeadersCount | 0, leniency(settings),
];

const handleListener = {
  ...socketListener,
  head(socket, text, numbers, flags) {
    socket._unrefTimer();
    socket[kReader]?.target.head(text, numbers, flags);
  },
  body(socket, bytes) {
    socket._unrefTimer();
    socket[kBytesRead] += bytes.length;
    socket[kReader]?.target.body(bytes);
  },
  messageEnd(socket, trailers) { socket[kReader]?.target.messageEnd(trailers); },
  parseError(socket, { code, reason, bytesParsed, rawPacket }) {
    socket[kReader]?.target.parseError(errorOf(code, reason, bytesParsed, rawPacket));
  },
};

class HandleReader {
  #handle;
  #socket;

  constructor(socket, target, isResponse, settings) {
    this.target = target;
    this.#socket = socket;
    this.#handle = socket._handle;
    socket[kReader] = this;
    native.attachHttp(this.#handle.id, isResponse, ...settingsOf(settings));
    this.#handle.listener = handleListener;
    this.#handle.readStart();
  }

  get id() { return this.#handle.id; }
  expect(answer) { native.expectHttp(this.#handle.id, answer); }
  refuseUpgrade() { native.refuseUpgrade(this.#handle.id); }
  pause() { this.#handle.readStop(); }
  resume() { this.#handle.readStart(); }

  // What was read of what comes after.
  detach() {
    if (this.#socket[kReader] !== this) return Buffer.alloc(0);
    this.#socket[kReader] = undefined;
    if (this.#handle.isClosed) return Buffer.alloc(0);
    this.#handle.listener = socketListener;
    const { buffer, byteOffset, byteLength } = native.detachHttp(this.#handle.id);
    return Buffer.from(buffer, byteOffset, byteLength);
  }
}

const HEAD = 10;
const BODY = 11;
const END = 12;

class StreamReader {
  #feed;
  #stream;
  #onData;
  #onEnd;

  constructor(stream, target, isResponse, settings) {
    this.target = target;
    this.#stream = stream;
    this.#feed = native.openFeed(isResponse, ...settingsOf(settings));
    this.#onData = (bytes) => {
      stream._unrefTimer?.();
      this.#tell(native.feed(this.#feed, bytes));
    };
    this.#onEnd = () => this.#tell(native.finishFeed(this.#feed));
    stream.on('data', this.#onData);
    stream.on('end', this.#onEnd);
  }

  #tell(found) {
    for (let i = 0; i < found.length && this.#feed !== undefined; i += 4) {
      const [kind, content, numbers, flags] = found.slice(i, i + 4);
      if (kind === HEAD) this.target.head(content, numbers, flags);
      else if (kind === BODY) this.target.body(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
      else if (kind === END) this.target.messageEnd(content);
      else this.target.parseError(errorOf(...content.split('\n'), numbers, Buffer.from(flags)));
    }
  }

  get id() { return undefined; }
  expect(answer) { native.expectFeed(this.#feed, answer); }
  refuseUpgrade() { process.nextTick(() => this.#feed && this.#tell(native.continueFeed(this.#feed))); }
  pause() { this.#stream.pause(); }
  resume() { this.#stream.resume(); }

  detach() {
    if (this.#feed === undefined) return Buffer.alloc(0);
    this.#stream.removeListener('data', this.#onData);
    this.#stream.removeListener('end', this.#onEnd);
    const rest = native.closeFeed(this.#feed);
    this.#feed = undefined;
    return Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  }
}

function read(socket, target, isResponse, settings) {
  const Reader = socket._handle instanceof StreamHandle ? HandleReader : StreamReader;
  return new Reader(socket, target, isResponse, settings);
}

module.exports = {
  UPGRADE, KEEPS_ALIVE, COMPLETE, HAS_LENGTH, HAS_ENCODING, HAS_HOST, HAS_EXPECT, ANSWER,
  methodOf, minorOf, majorOf, statusOf,
  expired: (headersMs, requestsMs) => native.expiredHttp(headersMs, requestsMs),
  maxHeaderSize,
  read,
};
