'use strict';

// A request and its connection, from the assignment of the connection to the end of the response.

const { Symbol } = require('internal/primordials');
const { setImmediate } = require('timers');
const { ConnResetException } = require('internal/errors');
const { Buffer } = require('buffer');
const { channel } = require('diagnostics_channel');
const { IncomingMessage, answered, setHead, setTrailers } = require('internal/http/incoming');
const { kNeedDrain } = require('internal/http/outgoing_fields');
const parser = require('internal/http/parser');
const { HttpAnswer, Kind } = require('internal/layout');
const { refine } = require('internal/callbacks');

let debug = require('internal/util/debuglog').debuglog('http', (write) => { debug = write; });

const finishChannel = channel('http.client.response.finish');
const kClient = Symbol('kClient');

const isInformational = (status) => status >= 100 && status < 200 && status !== 101;

class ClientConnection {
  constructor(request, socket) {
    this.request = request;
    this.socket = socket;
    this.reader = undefined;
    this.incoming = null; // the response being read
    this.held = null; // a response that was read completely, while more bytes follow it
    socket[kClient] = this;
    socket.parser = this;
    request.parser = this;
    request.socket = socket;
    socket._httpMessage = request;
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onClose);
    socket.on('drain', onDrain);
    if (socket.connecting) socket.once('connect', onConnect);
    else this.read();
    if (request.timeout !== undefined || request.agent?.options?.timeout) ClientConnection.listenForTimeout(request);
    debug('CLIENT %s %s has a connection', request.method, request.path);
    request.emit('socket', socket);
    if (request.destroyed) {
      socket.destroy();
      return;
    }
    request._flush();
  }

  static listenForTimeout(request) {
    if (request.timeoutCb) return;
    request.timeoutCb = emitTimeout;
    if (request.socket) request.socket.once('timeout', emitTimeout);
    else request.on('socket', (socket) => socket.once('timeout', emitTimeout));
  }

  read() {
    if (this.reader !== undefined || this.socket[kClient] !== this) return;
    const { method } = this.request;
    this.reader = parser.read(this.socket, this, true, limitsOf(this.request));
    if (method === 'HEAD') this.reader.expect(HttpAnswer.NO_BODY);
    else if (method === 'CONNECT') this.reader.expect(HttpAnswer.UPGRADE);
  }

  // ---- the response

  head(text, numbers, flags) {
    refine(Kind.HTTP_RESPONSE);
    const { request, socket } = this;
    const res = new IncomingMessage(socket);
    const maxPairs = request.maxHeadersCount > 0 ? request.maxHeadersCount * 2 : 0;
    res.statusMessage = setHead(res, text, parser.majorOf(numbers), parser.minorOf(numbers), maxPairs);
    res.statusCode = parser.statusOf(numbers);
    res.joinDuplicateHeaders = request.joinDuplicateHeaders;
    res.upgrade = (flags & parser.UPGRADE) !== 0 || request.method === 'CONNECT';
    if (request.res) {
      socket.destroy(); // a second response to one request
      this.endHeld();
      return;
    }
    if (res.upgrade) {
      this.upgrade(res);
      return;
    }
    if (isInformational(res.statusCode)) {
      inform(request, res);
      return;
    }
    if (request.shouldKeepAlive && (flags & parser.KEEPS_ALIVE) === 0 && !request.upgradeOrConnect) request.shouldKeepAlive = false;
    if (finishChannel.hasSubscribers) finishChannel.publish({ request, response: res });
    request.res = res;
    res.req = request;
    const isComplete = (flags & parser.COMPLETE) !== 0;
    this.incoming = isComplete ? null : res;
    res.on('end', onResponseEnd);
    request.on('finish', onRequestFinish);
    socket.on('timeout', onResponseTimeout);
    if (request.aborted || !request.emit('response', res)) res._dump();
    if (isComplete) this.complete(res);
  }

  body(bytes) {
    const { incoming } = this;
    if (incoming === null || incoming._dumped && incoming.destroyed) return;
    if (!incoming.push(bytes)) this.reader.pause();
  }

  messageEnd(trailers) {
    const { incoming } = this;
    if (incoming === null) return;
    this.incoming = null;
    setTrailers(incoming, trailers);
    this.complete(incoming);
  }

  complete(res) {
    res.complete = true;
    const { request, socket } = this;
    socket.removeListener('end', onEnd);
    socket.removeListener('drain', onDrain);
    if (this.reader?.detach() !== undefined) {
      // The connection can't be reused. Its end waits until the type of the bytes that followed the response is known.
      request.shouldKeepAlive = false;
      this.held = res;
      process.nextTick(() => setImmediate(() => this.endHeld()));
      return;
    }
    socket.resume?.();
    if (!res._readableState.ended) res.push(null);
  }

  endHeld() {
    const { held } = this;
    this.held = null;
    if (held !== null && !held._readableState.ended) held.push(null);
  }

  parseError(error) {
    if (error.code === 'HPE_INVALID_EOF_STATE') return; // the end of the connection reports it
    const { request, socket } = this;
    this.reader.detach();
    socket.removeListener('end', onEnd);
    socket.destroy();
    socket._hadError = true;
    emitError(request, error);
    this.endHeld();
  }

  upgrade(res) {
    const { request, socket } = this;
    request.res = res;
    res.req = request;
    socket.removeListener('end', onEnd);
    socket.removeListener('drain', onDrain);
    if (request.timeoutCb) socket.removeListener('timeout', request.timeoutCb);
    socket.removeListener('timeout', onResponseTimeout);
    const rest = this.reader.detach() ?? Buffer.alloc(0);
    socket.parser = null;
    res.complete = true;
    const event = request.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (request.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    request.upgradeOrConnect = true;
    socket.emit('agentRemove');
    socket.removeListener('close', onClose);
    socket.removeListener('error', onError);
    socket._httpMessage = null;
    socket.readableFlowing = null;
    request.emit(event, res, socket, rest);
    request.destroyed = true;
    request._closed = true;
    request.emit('close');
  }

  // ---- reuse of the connection

  release() {
    const { request, socket } = this;
    if (request.timeoutCb) {
      socket.setTimeout(0, request.timeoutCb);
      request.timeoutCb = null;
    }
    socket.removeListener('close', onClose);
    socket.removeListener('error', onError);
    socket.removeListener('end', onEnd);
    socket.parser = null;
    socket[kClient] = undefined;
    process.nextTick(emitFree, request);
    request.destroyed = true;
    if (request.res) request.res.socket = null;
  }
}

const limitsOf = ({ maxHeaderSize, maxHeadersCount, httpValidation, insecureHTTPParser }) => ({
  maxHeaderSize, maxHeadersCount, httpValidation, insecureHTTPParser,
});

function inform(request, res) {
  if (res.statusCode === 100) request.emit('continue');
  const { statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders } = res;
  request.emit('information', {
    statusCode, statusMessage, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders,
  });
}

function emitFree(request) {
  request._closed = true;
  request.emit('close');
  request.socket?.emit('free');
}

function emitError(request, error) {
  require('internal/http/client').emitError(request, error);
}

function emitTimeout() {
  this._httpMessage?.emit('timeout');
}

// ---- events of the messages

function onResponseTimeout() {
  this._httpMessage?.res?.emit('timeout');
}

function onResponseEnd() {
  answered(this);
  const { req: request } = this;
  const { socket } = request;
  if (socket) {
    if (request.timeoutCb) socket.removeListener('timeout', request.timeoutCb);
    socket.removeListener('timeout', onResponseTimeout);
  }
  request._ended = true;
  if (!request.shouldKeepAlive) {
    if (!socket.writable) return;
    if (typeof socket.destroySoon === 'function') socket.destroySoon();
    else socket.end();
  } else if (request.writableFinished && !this.aborted) {
    socket[kClient].release();
  }
}

// The response ended before the request did.
function onRequestFinish() {
  if (this.shouldKeepAlive && this._ended && !this.destroyed) this.socket[kClient].release();
}

// ---- events of the socket

function onConnect() {
  this[kClient]?.read();
}

function onDrain() {
  const message = this._httpMessage;
  if (!message || message.finished || !message[kNeedDrain]) return;
  message[kNeedDrain] = false;
  message.emit('drain');
}

function hangUp(socket, request) {
  if (request.res || socket._hadError) return;
  socket._hadError = true;
  emitError(request, new ConnResetException('socket hang up'));
}

function onEnd() {
  const { reader } = this[kClient];
  reader?.finish?.(); // the end of the connection may be the end of the answer
  if (this[kClient] === undefined) return;
  hangUp(this, this._httpMessage);
  reader?.detach();
  this.destroy();
}

function onError(error) {
  const request = this._httpMessage;
  if (request) {
    this._hadError = true;
    emitError(request, error);
  }
  this[kClient]?.reader?.detach();
  this.removeListener('end', onEnd);
  this.destroy();
}

function onClose() {
  const request = this._httpMessage;
  const { res } = request;
  request.destroyed = true;
  if (res) {
    if (!res.complete) res.destroy(new ConnResetException('aborted'));
    request._closed = true;
    request.emit('close');
    if (!res.aborted && res.readable) res.push(null);
  } else {
    hangUp(this, request);
    request._closed = true;
    request.emit('close');
  }
  request.outputData.length = 0;
  this[kClient]?.reader?.detach();
}

module.exports = { ClientConnection };
