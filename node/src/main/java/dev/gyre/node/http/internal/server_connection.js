'use strict';

// One connection of a server. Requests are received one after the other, and responses are sent in the same order.

const {
  ArrayPrototypeAt, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSome,
  ArrayPrototypeSplice, Boolean, FunctionPrototypeCall, Number, NumberIsFinite, RegExpPrototypeExec, Symbol, joinLists,
} = require('internal/primordials');
const { ConnResetException } = require('internal/errors');
const { Buffer } = require('buffer');
const { channel } = require('diagnostics_channel');
const { KeptHead, answered, endUnread, setHead, setTrailers } = require('internal/http/incoming');
const { hasListeners } = require('internal/http/has_listeners');
const { emitClose, onSocketClose } = require('internal/http/response');
const { kConnection, kNeedDrain, kUniqueHeaders } = require('internal/http/outgoing_fields');
const { METHOD_NAMES, STATUS_CODES } = require('internal/http/syntax');
const { UpgradeStream } = require('internal/http/upgrade_stream');
const asyncIds = require('internal/async_ids');
const { enterRequest } = require('internal/process/callback_limit');
const { hasTicks } = require('internal/process/task_queues');
const parser = require('internal/http/parser');

let debug = require('internal/util/debuglog').debuglog('http', (write) => { debug = write; });

const kIncomingMessage = Symbol('IncomingMessage');
const kServerResponse = Symbol('ServerResponse');

const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;
const DEFAULT_BUFFER_MS = 1000;

const startChannel = channel('http.server.request.start');
const finishChannel = channel('http.server.response.finish');

const nothing = () => {};

class ServerConnection {
  constructor(server, socket) {
    this.previous = null; // links of the server's list of connections
    this.next = null;
    this.server = server;
    this.socket = socket;
    this.unanswered = []; // requests without a complete response
    this.outgoing = []; // responses that wait for earlier ones
    this.outgoingBytes = 0; // the bytes buffered in them
    this.incoming = null; // the request whose body is being read
    this.isUpgrading = false; // set until the program gets an upgrade whose body is still being received
    this.upgraded = null; // the stream that the program gets instead of the socket meanwhile
    this.requests = 0;
    this.keptHead = undefined; // the head that later requests repeat
    this.responseOptions = { highWaterMark: socket.writableHighWaterMark, rejectNonStandardBodyWrites: false };
    this.hasResponded = false;
    this.hasIdleTimeout = false;
    this.isPaused = false;
    socket[kConnection] = this;
    socket.server = server;
    if (server.timeout && typeof socket.setTimeout === 'function') socket.setTimeout(server.timeout);
    socket.on('timeout', onTimeout);
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onClose);
    socket.on('drain', onDrain);
    debug('SERVER new http connection');
    this.reader = parser.read(socket, this, false, server);
    socket.parser = this; // programs test whether there is a parser, and read its `incoming`
  }

  get isIdle() {
    const { incoming, reader, socket: { _httpMessage: message }, unanswered } = this;
    return unanswered.length === 0 && incoming === null && (!message || message.finished) && reader.isIdle;
  }

  // ---- requests

  head(text, numbers, flags) {
    const { server, socket } = this;
    if (socket.destroyed) return;
    if ((flags & parser.KEPT) !== 0) this.keptHead = new KeptHead(text);
    if (this.hasIdleTimeout) {
      this.hasIdleTimeout = false;
      socket.setTimeout(server.timeout || 0);
    }
    const req = new server[kIncomingMessage](socket);
    req.url = setHead(req, text, parser.majorOf(numbers), parser.minorOf(numbers),
      server.maxHeadersCount > 0 ? server.maxHeadersCount * 2 : 0, (flags & parser.REPEATED) === 0 ? undefined : this.keptHead);
    req.method = METHOD_NAMES[parser.methodOf(numbers)];
    req.joinDuplicateHeaders = server.joinDuplicateHeaders;
    if ((flags & parser.UPGRADE) !== 0) {
      if (req.method === 'CONNECT' || server.shouldUpgradeCallback(req)) {
        this.upgrade(req, flags);
        return;
      }
      this.reader.answerUpgrade(false);
    }
    req.upgrade = false;
    ArrayPrototypePush(this.unanswered, req);
    const isComplete = (flags & parser.COMPLETE) !== 0;
    if (!isComplete) this.incoming = req;
    this.pauseIfFlooded();
    const res = this.respond(req, (flags & parser.KEEPS_ALIVE) !== 0);
    if (server.optimizesEmptyRequests && (flags & (parser.HAS_LENGTH | parser.HAS_ENCODING)) === 0) req._dumpAndCloseReadable();
    this.emitRequest(req, res, flags);
    if (isComplete) complete(req);
  }

  respond(req, keepsAlive) {
    const { server, socket } = this;
    this.responseOptions.rejectNonStandardBodyWrites = server.rejectNonStandardBodyWrites;
    const res = new server[kServerResponse](req, this.responseOptions);
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res[kConnection] = this;
    res._onPendingData = onPendingData;
    res.shouldKeepAlive = keepsAlive && res.shouldKeepAlive;
    if (server[kUniqueHeaders] !== null) res[kUniqueHeaders] = server[kUniqueHeaders];
    if (startChannel.hasSubscribers) startChannel.publish({ request: req, response: res, socket, server });
    if (!this.hasResponded) {
      this.hasResponded = true;
      socket.on('close', onSocketClose);
    }
    if (socket._httpMessage) ArrayPrototypePush(this.outgoing, res);
    else res.assignSocket(socket);
    return res;
  }

  emitRequest(req, res, flags) {
    const { server, socket } = this;
    enterRequest(res);
    if (req.httpVersionMajor === 1 && req.httpVersionMinor === 1) {
      if (server.requireHostHeader && (flags & parser.HAS_HOST) === 0) {
        res.writeHead(400, ['Connection', 'close']);
        res.end();
        return;
      }
      const max = server.maxRequestsPerSocket;
      if (typeof max === 'number' && max > 0) {
        this.requests++;
        res.maxRequestsOnConnectionReached = max <= this.requests;
        if (max < this.requests) {
          server.emit('dropRequest', req, socket);
          res.writeHead(503);
          res.end();
          return;
        }
      }
      if ((flags & parser.HAS_EXPECT) !== 0) {
        expectation(server, req, res);
        return;
      }
    }
    server.emit('request', req, res);
  }

  body(bytes) {
    const { incoming: request } = this;
    if (request === null || request._dumped || request.destroyed) return;
    if (!request.push(bytes)) this.reader.pause();
  }

  messageEnd(trailers) {
    const { incoming: request } = this;
    if (request === null) return;
    this.incoming = null;
    setTrailers(request, trailers);
    complete(request);
    if (this.isUpgrading) {
      this.isUpgrading = false;
      const rest = this.leave();
      this.server.emit('upgrade', request, this.socket, rest);
      return;
    }
    if (this.upgraded !== null) {
      this.upgraded.begin(this.leave());
      return;
    }
    if (!this.isPaused) this.reader.resume();
  }

  parseError(error) {
    FunctionPrototypeCall(onError, this.socket, error);
  }

  // ---- upgrades

  upgrade(req, flags) {
    const { server, socket } = this;
    req.upgrade = true;
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (server.listenerCount(event) === 0) {
      this.leave();
      socket.destroy();
    } else if (event === 'upgrade' && hasBody(req, flags)) {
      this.incoming = req;
      this.isUpgrading = true;
      this.reader.answerUpgrade(true);
    } else {
      const rest = this.leave();
      req.complete = true;
      req.push(null);
      server.emit(event, req, socket, rest);
    }
  }

  // The program got the upgrade before its body was complete; it may read what follows only after the body.
  upgradeGoesOn() {
    if (!this.isUpgrading) return;
    this.isUpgrading = false;
    const { incoming: req, server, socket } = this;
    this.upgraded = new UpgradeStream(socket, req);
    socket.readableFlowing = null;
    server.emit('upgrade', req, this.upgraded, Buffer.alloc(0));
  }

  // From here on the socket belongs to the program, together with the bytes already read that belong to it.
  leave() {
    const { server, socket } = this;
    const rest = this.reader.detach() ?? Buffer.alloc(0);
    socket.removeListener('timeout', onTimeout);
    socket.removeListener('error', onError);
    socket.removeListener('end', onEnd);
    socket.removeListener('close', onClose);
    socket.removeListener('close', onSocketClose);
    socket.removeListener('drain', onDrain);
    server.forget(this);
    socket.parser = null;
    socket.readableFlowing = null;
    return rest;
  }

  // ---- responses

  finished(req, res) {
    const { server, socket, unanswered } = this;
    if (finishChannel.hasSubscribers) finishChannel.publish({ request: req, response: res, socket, server });
    if (unanswered[0] === req && unanswered.length === 1) ArrayPrototypePop(unanswered); // much cheaper, and the common case
    else if (unanswered[0] === req) ArrayPrototypeShift(unanswered);
    answered(req);
    // The remaining steps take a few ticks, each of which listeners could observe. Without listeners they are done at once.
    if (!hasListeners(req) && !hasListeners(res) && !hasTicks() && !asyncIds.hasHooks() && endUnread(req)) {
      res.destroyed = true;
      res._closed = true;
    } else {
      if (!req._consuming && !req._readableState.resumeScheduled) req._dump();
      process.nextTick(emitClose, res);
    }
    res.detachSocket(socket);
    if (res._last) {
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    } else if (this.outgoing.length > 0) {
      ArrayPrototypeShift(this.outgoing).assignSocket(socket);
    } else {
      this.waitForNext();
    }
  }

  waitForNext() {
    const { server, socket } = this;
    const { keepAliveTimeout, keepAliveTimeoutBuffer: buffer } = server;
    if (!NumberIsFinite(keepAliveTimeout) || keepAliveTimeout <= 0 || typeof socket.setTimeout !== 'function') return;
    socket.setTimeout(keepAliveTimeout + (NumberIsFinite(buffer) && buffer >= 0 ? buffer : DEFAULT_BUFFER_MS));
    this.hasIdleTimeout = true;
  }

  // Stops reading requests while too many responses are buffered.
  pauseIfFlooded() {
    const { socket } = this;
    if (this.isPaused || !(socket._writableState.needDrain || this.outgoingBytes >= socket.writableHighWaterMark)) return;
    this.isPaused = true;
    this.reader.pause();
  }

  drained() {
    const { socket } = this;
    if (this.isPaused && this.outgoingBytes <= socket.writableHighWaterMark) {
      this.isPaused = false;
      this.reader.resume();
    }
    const message = socket._httpMessage;
    if (message && !message.finished && message[kNeedDrain] && message.writableLength === 0) {
      message[kNeedDrain] = false;
      message.emit('drain');
    }
  }
}

const hasBody = (req, flags) => (flags & parser.HAS_ENCODING) !== 0 ||
  ((flags & parser.HAS_LENGTH) !== 0 && Number(req.headers['content-length']) !== 0);

function onPendingData(bytes) {
  const connection = this[kConnection];
  connection.outgoingBytes += bytes;
  connection.drained();
}

function complete(req) {
  req.complete = true;
  if (req._readableState.ended) return;
  req.push(null);
}

function expectation(server, req, res) {
  if (RegExpPrototypeExec(CONTINUE, req.headers.expect) !== null) {
    res._expect_continue = true;
    if (server.listenerCount('checkContinue') > 0) {
      server.emit('checkContinue', req, res);
      return;
    }
    res.writeContinue();
    server.emit('request', req, res);
  } else if (server.listenerCount('checkExpectation') > 0) {
    server.emit('checkExpectation', req, res);
  } else {
    res.writeHead(417);
    res.end();
  }
}

// ---- events of the socket

function onTimeout() {
  const { incoming: request } = this[kConnection];
  const told = [
    request && !request.complete && request.emit('timeout', this),
    this._httpMessage && this._httpMessage.emit('timeout', this),
    this.server.emit('timeout', this),
  ];
  if (!ArrayPrototypeSome(told, Boolean)) this.destroy();
}

const answerWith = (status) => `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
const ANSWERS = {
  __proto__: null,
  HPE_HEADER_OVERFLOW: answerWith(431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: answerWith(413),
  ERR_HTTP_REQUEST_TIMEOUT: answerWith(408),
};
const BAD_REQUEST = answerWith(400);

function onError(error) {
  this.removeListener('error', onError);
  if (this.listenerCount('error', nothing) === 0) this.on('error', nothing);
  if (this.server.emit('clientError', error, this)) return;
  if (this.writable && (!this._httpMessage || !this._httpMessage._headerSent)) this.write(ANSWERS[error.code] ?? BAD_REQUEST, 'latin1');
  this.destroy(error);
}

function onEnd() {
  const connection = this[kConnection];
  if (!connection.server.httpAllowHalfOpen) this.end();
  else if (connection.outgoing.length > 0) ArrayPrototypeAt(connection.outgoing, -1)._last = true;
  else if (this._httpMessage) this._httpMessage._last = true;
  else this.end();
}

function onClose() {
  const connection = this[kConnection];
  if (connection === undefined) return; // called on a socket that has no connection of ours
  connection.server.forget(connection);
  connection.reader.detach();
  this.parser = null;
  for (let i = 0, list = joinLists(ArrayPrototypeSplice(connection.unanswered, 0), ArrayPrototypeSplice(connection.outgoing, 0)); i < list.length; i++) {
    const message = list[i];
    message.destroy(new ConnResetException('aborted'));
  }
  connection.incoming = null;
}

function onDrain() {
  this[kConnection].drained();
}

module.exports = { ServerConnection, kConnection, kIncomingMessage, kServerResponse, onError };
