'use strict';

// The connections of fetch. Every origin has a pool; a connection carries one exchange (a request and its response) at a
// time, and any number of connections is opened. An idle connection does not keep the process running.
//
// The parser stays attached to a socket for the socket's whole life: heads and bodies arrive here without passing through
// the socket's stream. An exchange has
//
//   method, head (the text up to the empty line), body (bytes to send with the head, or undefined)
//   pump(connection)      sends a body that is a stream, and calls connection.sent(); undefined if there is none
//   onHead(status, text), onBody(bytes), onEnd(), onError(error)
//   onUpgrade(status, text, socket, rest), for an exchange that wants one (isUpgrade)
//
// Times are checked once a second, for all connections together, instead of by a timer for each.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypePush, MathMin, Number, RegExpPrototypeExec, SafeMap, SafeSet,
  StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeStartsWith, copyList, removeAt,
} = require('internal/primordials');
const net = require('net');
const { Buffer } = require('buffer');
const { channel } = require('diagnostics_channel');
const { clearInterval, clearTimeout, setInterval, setTimeout } = require('timers');
const { now } = require('internal/bridge');
const { sendBytes } = require('internal/net/socket');
const { HttpAnswer } = require('internal/layout');
const parser = require('internal/http/parser');
const {
  BodyTimeoutError, ConnectTimeoutError, HTTPParserError, HeadersTimeoutError, SocketError, otherSideClosed,
} = require('internal/fetch/network_errors');

const CONNECT_MS = 10_000;
const ANSWER_MS = 300_000; // for the head of a response, and between two parts of its body
const IDLE_MS = 4000;
const MAX_IDLE_MS = 600_000;
const IDLE_MARGIN_MS = 2000; // a connection is closed this long before the server would
const CHECK_MS = 1000;

const KEEP_ALIVE_HINT = /\nkeep-alive\n[^\n]*timeout=\s*(\d+)/i;

const channels = {
  beforeConnect: channel('undici:client:beforeConnect'),
  connected: channel('undici:client:connected'),
  connectError: channel('undici:client:connectError'),
};

const nothing = () => {};

class Connection {
  #pool;
  #socket;
  #reader;
  #exchange = null;
  #keepsAlive = false;
  #isSent = true;
  #isReading = false; // whether the head of the response has arrived
  #deadlineMs = Infinity;
  #connectTimer;
  #idleMs = IDLE_MS;
  #isReferenced = true;
  #isGone = false;

  constructor(pool, exchange) {
    this.#pool = pool;
    this.#exchange = exchange;
    exchange.connection = this;
    all.add(this);
    checkTimes();
  }

  get socket() { return this.#socket; }

  connect() {
    const pool = this.#pool;
    const params = { host: pool.host, hostname: pool.hostname, protocol: pool.protocol, port: pool.port, version: 'h1', servername: null, localAddress: null };
    if (channels.beforeConnect.hasSubscribers) channels.beforeConnect.publish({ connectParams: params, connector: nothing });
    this.#connectTimer = setTimeout(() => {
      this.#fail(new ConnectTimeoutError(
        `Connect Timeout Error (attempted address: ${pool.hostname}:${pool.port}, timeout: ${CONNECT_MS}ms)`));
    }, CONNECT_MS);
    pool.open((error, socket) => {
      clearTimeout(this.#connectTimer);
      if (this.#isGone) {
        socket?.destroy();
        return;
      }
      if (error) {
        if (channels.connectError.hasSubscribers) channels.connectError.publish({ connectParams: params, connector: nothing, error });
        this.#fail(error);
        return;
      }
      if (channels.connected.hasSubscribers) channels.connected.publish({ connectParams: params, connector: nothing, socket });
      this.#use(socket);
    }, (socket) => { this.#socket = socket; });
  }

  #use(socket) {
    this.#socket = socket;
    socket.on('error', (error) => this.#fail(error));
    socket.on('end', () => {
      this.#reader.finish?.(); // the end of the connection may be the end of the answer
      this.#fail(undefined);
    });
    socket.on('close', () => this.#fail(undefined));
    this.#reader = parser.read(socket, this, true, parserSettings);
    const exchange = this.#exchange;
    if (exchange === null) this.#pool.release(this); // the exchange was aborted meanwhile
    else this.run(exchange);
  }

  run(exchange) {
    const socket = this.#socket;
    this.#exchange = exchange;
    exchange.connection = this;
    if (!this.#isReferenced) {
      this.#isReferenced = true;
      socket.ref();
    }
    this.#isReading = false;
    this.#deadlineMs = now() + ANSWER_MS;
    if (exchange.method === 'HEAD') this.#reader.expect(HttpAnswer.NO_BODY);
    const { head, body } = exchange;
    this.#isSent = exchange.pump === undefined;
    exchange.onSendHead?.(socket);
    if (!sendBytes(socket, head, body, nothing)) {
      socket.write(head, 'latin1');
      if (body !== undefined) socket.write(body);
    }
    if (!this.#isSent) exchange.pump(this);
    else exchange.onSent?.();
  }

  // The exchange has sent its body.
  sent() {
    this.#isSent = true;
    this.#exchange?.onSent?.();
  }

  // ---- the parser's events

  head(text, numbers, flags) {
    const exchange = this.#exchange;
    if (exchange === null || this.#isReading) {
      this.destroy();
      return;
    }
    const status = parser.statusOf(numbers);
    if ((flags & parser.UPGRADE) !== 0 || status === 101) {
      this.#upgrade(exchange, status, text);
      return;
    }
    if (status < 200) return;
    this.#isReading = true;
    this.#deadlineMs = now() + ANSWER_MS;
    this.#keepsAlive = (flags & parser.KEEPS_ALIVE) !== 0 && exchange.keepsAlive;
    const hint = RegExpPrototypeExec(KEEP_ALIVE_HINT, text);
    if (hint !== null) {
      this.#idleMs = MathMin(Number(hint[1]) * 1000 - IDLE_MARGIN_MS, MAX_IDLE_MS);
      if (this.#idleMs <= 0) this.#keepsAlive = false;
    } else {
      this.#idleMs = IDLE_MS;
    }
    exchange.onHead(status, text);
    if ((flags & parser.COMPLETE) !== 0 && this.#exchange === exchange) this.messageEnd('');
  }

  body(bytes) {
    const exchange = this.#exchange;
    if (exchange === null) return;
    this.#deadlineMs = now() + ANSWER_MS;
    exchange.onBody(bytes);
  }

  messageEnd() {
    const exchange = this.#exchange;
    if (exchange === null) return;
    this.#exchange = null;
    this.#deadlineMs = Infinity;
    if (this.#keepsAlive && this.#isSent && !this.#isGone) {
      this.#deadlineMs = now() + this.#idleMs;
      this.#pool.release(this);
    } else {
      this.destroy();
    }
    exchange.onEnd();
  }

  parseError(error) {
    if (error.code === 'HPE_INVALID_EOF_STATE') return; // the end of the connection reports it
    this.#fail(new HTTPParserError(error.reason, undefined, error.rawPacket?.toString()));
  }

  upgradeGoesOn() {}

  #upgrade(exchange, status, text) {
    if (!exchange.isUpgrade) {
      this.#fail(new SocketError('bad upgrade'));
      return;
    }
    this.#exchange = null;
    this.#leave();
    const socket = this.#socket;
    const rest = this.#reader.detach() ?? Buffer.alloc(0);
    socket.removeAllListeners('error');
    socket.removeAllListeners('end');
    socket.removeAllListeners('close');
    exchange.onUpgrade(status, text, socket, rest);
  }

  // ---- flow control

  pause() { this.#reader?.pause(); }

  resume() {
    if (!this.#isGone) this.#reader?.resume();
  }

  // ---- the end

  // Called by the pool.
  beIdle() {
    this.#isReferenced = false;
    this.#socket.unref();
  }

  // Bytes that came while it was idle are no answer to the next request. Nobody asks for them within the millisecond in
  // which the last answer was read.
  get isUsable() {
    if (this.#isGone || this.#socket.destroyed) return false;
    const nowMs = now();
    const idleSinceMs = this.#deadlineMs - this.#idleMs;
    return nowMs < this.#deadlineMs && (nowMs === idleSinceMs || !parser.hasUnread(this.#socket));
  }

  checkTime(nowMs) {
    if (nowMs < this.#deadlineMs) return;
    if (this.#exchange === null) this.destroy();
    else this.#fail(this.#isReading ? new BodyTimeoutError() : new HeadersTimeoutError());
  }

  // The exchange wants nothing more: a response that nobody reads can't be skipped, so the connection ends with it.
  abandon(exchange) {
    if (this.#exchange !== exchange) return;
    this.#exchange = null;
    this.destroy();
  }

  destroy() {
    if (this.#isGone) return;
    this.#leave();
    this.#reader?.detach();
    this.#socket?.destroy();
  }

  #leave() {
    this.#isGone = true;
    clearTimeout(this.#connectTimer);
    all.delete(this);
    if (all.size === 0) stopChecking();
    this.#pool.remove(this);
  }

  #fail(error) {
    if (this.#isGone) return;
    const exchange = this.#exchange;
    this.#exchange = null;
    const socket = this.#socket;
    const reason = error ?? (socket === undefined ? undefined : otherSideClosed(socket));
    this.destroy();
    socket?.on('error', nothing);
    exchange?.onError(reason);
  }
}

const parserSettings = { maxHeaderSize: undefined, maxHeadersCount: 0, httpValidation: undefined, insecureHTTPParser: undefined };

// ---- pools

class Pool {
  #idle = [];
  #connect; // (pool, done, opened): opens a socket

  constructor(key, url, connect) {
    this.key = key;
    this.protocol = url.protocol;
    this.host = url.host;
    const { hostname } = url;
    this.hostname = StringPrototypeStartsWith(hostname, '[') && StringPrototypeEndsWith(hostname, ']') ?
      StringPrototypeSlice(hostname, 1, -1) : hostname;
    this.port = url.port || (url.protocol === 'https:' ? '443' : '80');
    this.#connect = connect;
    this.count = 0;
  }

  send(exchange) {
    while (this.#idle.length > 0) {
      const connection = ArrayPrototypePop(this.#idle);
      if (connection.isUsable) {
        connection.run(exchange);
        return;
      }
      connection.destroy();
    }
    this.count++;
    new Connection(this, exchange).connect();
  }

  open(done, opened) { this.#connect(this, done, opened); }

  release(connection) {
    ArrayPrototypePush(this.#idle, connection);
    connection.beIdle();
  }

  remove(connection) {
    const index = ArrayPrototypeIndexOf(this.#idle, connection);
    if (index >= 0) removeAt(this.#idle, index);
    if (--this.count === 0) pools.delete(this.key);
  }
}

const pools = new SafeMap();
const all = new SafeSet(); // connections
let checking;

function checkTimes() {
  checking ??= setInterval(() => {
    const nowMs = now();
    const connections = copyList(all);
    for (let i = 0; i < connections.length; i++) connections[i].checkTime(nowMs);
  }, CHECK_MS).unref();
}

function stopChecking() {
  clearInterval(checking);
  checking = undefined;
}

// ---- sockets

// `opened` gets the socket while it connects, so that it can be destroyed.
function connectDirectly(pool, done, opened) {
  let isDone = false;
  const finish = (error) => {
    if (isDone) return;
    isDone = true;
    socket.removeListener('error', finish);
    if (error) done(error);
    else done(null, socket);
  };
  const isSecure = pool.protocol === 'https:';
  const options = { host: pool.hostname, port: pool.port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
  let socket;
  if (isSecure) {
    const { hostname } = pool;
    socket = require('tls').connect({
      ...options, servername: net.isIP(hostname) ? '' : hostname, ALPNProtocols: ['http/1.1'], highWaterMark: 16384,
    });
  } else {
    socket = net.connect(options);
  }
  opened(socket);
  socket.on('error', finish);
  socket.once(isSecure ? 'secureConnect' : 'connect', () => finish());
}

function send(url, exchange, connect = connectDirectly, proxy = '') {
  const key = proxy === '' ? url.origin : `${url.origin} ${proxy}`;
  let pool = pools.get(key);
  if (pool === undefined) {
    pool = new Pool(key, url, connect);
    pools.set(key, pool);
  }
  pool.send(exchange);
}

module.exports = { connectDirectly, send };
