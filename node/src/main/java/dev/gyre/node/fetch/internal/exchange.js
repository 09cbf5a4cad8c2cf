'use strict';

// One request on the wire and its response: an exchange of internal/fetch/network.

const {
  NumberParseInt, NumberPrototypeToString, Promise, PromisePrototypeThen, RegExpPrototypeExec,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/buffer/types');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { hasHeader, joined, listOf, valueIn } = require('internal/fetch/headers');
const {
  InvalidArgumentError, NotSupportedError, RequestContentLengthMismatchError,
} = require('internal/fetch/network_errors');
const { Follower, isFollowed } = require('internal/fetch/request_channels');

const LONG = 65536;
const NUMBER = /^\d+$/;
const CLOSE = /^close$/i;
const CONDITIONS = ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match', 'if-range'];

const nothing = { take() {}, end() {}, fail() {} };
const ignore = () => {};
const now = () => require('perf_hooks').performance.now();

class Exchange {
  method;
  head;
  body = undefined; // bytes
  pump = undefined;
  isUpgrade = false;
  keepsAlive = true;
  connection = undefined;
  sink = nothing; // gets the body: take(bytes), end(), fail(error)
  mayBeLong = true;
  bodyBytes = 0;
  sendTime = 0;
  headTime = 0;
  follower = undefined; // for diagnostics
  #operation;
  #url;
  #path;
  #request;
  #status = 0;
  #isOver = false;
  #discarded = -1; // bytes of a body that nobody wants, once there is one
  #contentLength = undefined; // of a body that is a stream, as the program says

  constructor(request, url, operation) {
    this.#operation = operation;
    this.#url = url;
    this.#request = request;
    this.method = request.method;
    const { pathname, search } = url;
    this.#path = `${pathname}${search}`;
    if (search === '' && url.href[url.href.length - url.hash.length - 1] === '?') this.#path += '?';
    this.head = this.#headText();
  }

  get url() { return this.#url; }
  get path() { return this.#path; }
  get request() { return this.#request; }

  // ---- the head

  #headText() {
    const lines = this.#fields();
    if (this.method === 'HEAD') this.keepsAlive = false;
    return `${this.method} ${this.#path} HTTP/1.1\r\nhost: ${this.#url.host}\r\nconnection: ${
      this.keepsAlive ? 'keep-alive' : 'close'}\r\n${lines}${this.#framing()}\r\n`;
  }

  #fields() {
    const { headers } = this.#request;
    const list = listOf(headers);
    let lines = '';
    for (let i = 0; i < list.length; i++) {
      const { key, name, values } = list[i];
      const value = joined(key, values);
      if (this.#isOwn(key, value)) lines += `${name}: ${value}\r\n`;
    }
    return lines + this.#defaults(headers);
  }

  // Whether a header of the program is sent as it is.
  #isOwn(key, value) {
    switch (key) {
      case 'host': return false;
      case 'connection':
        if (RegExpPrototypeExec(CLOSE, value) !== null) this.keepsAlive = false;
        return false;
      case 'content-length':
        if (RegExpPrototypeExec(NUMBER, value) === null) throw new InvalidArgumentError('invalid content-length header');
        this.#contentLength = NumberParseInt(value, 10);
        return false;
      case 'transfer-encoding':
      case 'keep-alive':
      case 'upgrade':
        throw new InvalidArgumentError(`invalid ${key} header`);
      case 'expect': throw new NotSupportedError('expect header not supported');
      case 'accept-encoding': return !hasHeader(this.#request.headers, 'range');
      default: return true;
    }
  }

  #defaults(headers) {
    const { cache, mode, referrer } = this.#request;
    let lines = '';
    if (!hasHeader(headers, 'accept')) lines += 'accept: */*\r\n';
    if (!hasHeader(headers, 'accept-language')) lines += 'accept-language: *\r\n';
    if (referrer !== 'about:client' && referrer !== '') {
      const { refererOf } = require('internal/fetch/referrer');
      const shown = refererOf(this.#request, this.#url);
      if (shown !== '') lines += `referer: ${shown}\r\n`;
    }
    lines += `sec-fetch-mode: ${mode}\r\n`;
    if (!hasHeader(headers, 'user-agent')) lines += 'user-agent: node\r\n';
    if (cache !== 'default') lines += cacheLines(cache, headers);
    else if (hasCondition(headers)) lines += cacheLines('no-store', headers);
    if (hasHeader(headers, 'range')) {
      const given = valueIn(headers, 'accept-encoding');
      lines += `accept-encoding: ${given === null ? '' : `${given}, `}identity\r\n`;
    } else if (!hasHeader(headers, 'accept-encoding')) {
      lines += `accept-encoding: ${this.#url.protocol === 'https:' ? 'br, gzip, deflate, zstd' : 'gzip, deflate'}\r\n`;
    }
    return lines;
  }

  #framing() {
    const { body } = this.#request;
    const given = this.#contentLength;
    if (body === null) {
      if (given > 0) throw new RequestContentLengthMismatchError();
      return this.method === 'POST' || this.method === 'PUT' || this.method === 'PATCH' ? 'content-length: 0\r\n' : '';
    }
    const length = body.byteLength;
    if (length !== null && given !== undefined && given !== length) throw new RequestContentLengthMismatchError();
    this.body = body.ownBytes;
    if (this.body === undefined) this.pump = this.#pump;
    else body.consume();
    if (length === null && given === undefined) return 'transfer-encoding: chunked\r\n';
    this.#contentLength = length ?? given;
    return `content-length: ${length ?? given}\r\n`;
  }

  // ---- sending

  send() {
    if (isFollowed()) this.follower = new Follower(this);
    require('internal/fetch/proxies').send(this.#url, this);
  }

  onSendHead(socket) {
    this.sendTime = now();
    this.follower?.sendHeaders(socket);
  }

  onSent() {
    if (this.body !== undefined) this.follower?.bodyChunkSent(this.body);
    this.follower?.bodySent();
  }

  // Sends a body that is a stream or a Blob.
  async #pump(connection) {
    const { socket } = connection;
    const isChunked = this.#contentLength === undefined;
    let sentBytes = 0;
    let reader;
    try {
      reader = this.#request.body.stream.getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (this.#isOver) {
          if (!done) PromisePrototypeThen(reader.cancel(), ignore, ignore);
          return;
        }
        if (done) break;
        const bytes = bytesOf(value);
        if (bytes.length === 0) continue;
        sentBytes += bytes.length;
        if (!isChunked && sentBytes > this.#contentLength) throw new RequestContentLengthMismatchError();
        this.follower?.bodyChunkSent(bytes);
        if (!writePart(socket, bytes, isChunked)) await drained(socket);
      }
      if (isChunked) socket.write('0\r\n\r\n', 'latin1');
      else if (sentBytes !== this.#contentLength) throw new RequestContentLengthMismatchError();
      connection.sent();
    } catch (error) {
      this.onError(error);
      connection.abandon(this);
    }
  }

  // ---- the network's events

  onHead(status, text) {
    this.#status = status;
    this.headTime = now();
    this.follower?.headers(status, text);
    this.#operation.onHead(this, status, text);
  }

  onBody(bytes) {
    this.bodyBytes += bytes.length;
    this.follower?.bodyChunkReceived(bytes);
    if (this.#discarded >= 0) {
      this.#discarded += bytes.length;
      if (this.#discarded > LONG) this.cancel();
      return;
    }
    this.sink.take(bytes);
  }

  onEnd() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.follower?.trailers();
    this.sink.end();
    this.#operation.onEnd(this, this.#status);
  }

  onError(error) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.follower?.error(error);
    if (this.#discarded < 0) this.#operation.onError(this, error);
  }

  // ---- the operation's wishes

  pause() { this.connection?.pause(); }
  resume() { this.connection?.resume(); }

  // Nobody wants the body. A short one is read, so that the connection can be used again.
  discard() { this.#discarded = 0; }

  cancel() {
    if (this.#isOver) return;
    this.#isOver = true;
    this.connection?.abandon(this);
  }
}

function hasCondition(headers) {
  for (let i = 0; i < CONDITIONS.length; i++) if (hasHeader(headers, CONDITIONS[i])) return true;
  return false;
}

function cacheLines(cache, headers) {
  if (cache === 'no-cache') return hasHeader(headers, 'cache-control') ? '' : 'cache-control: max-age=0\r\n';
  if (cache !== 'no-store' && cache !== 'reload') return '';
  return (hasHeader(headers, 'pragma') ? '' : 'pragma: no-cache\r\n') +
    (hasHeader(headers, 'cache-control') ? '' : 'cache-control: no-cache\r\n');
}

function bytesOf(value) {
  if (typeof value === 'string') return Buffer.from(value);
  if (isArrayBufferView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (isAnyArrayBuffer(value)) return Buffer.from(value);
  throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], value);
}

function writePart(socket, bytes, isChunked) {
  if (!isChunked) return socket.write(bytes);
  socket.cork();
  socket.write(`${NumberPrototypeToString(bytes.length, 16)}\r\n`, 'latin1');
  socket.write(bytes);
  const goesOn = socket.write('\r\n', 'latin1');
  socket.uncork();
  return goesOn;
}

function drained(socket) {
  return new Promise((resolve) => {
    const done = () => {
      socket.removeListener('drain', done);
      socket.removeListener('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}

module.exports = { Exchange };
