'use strict';

// A connection to a server through a proxy: CONNECT asks the proxy for a tunnel, and TLS with the server goes through it.
//
//   connecting ──> asking ──> securing ──> done(null, socket)
//        └───────────┴───────────┴───────> done(error)

const {
  FunctionPrototypeCall, NumberParseInt, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = require('internal/primordials');
const net = require('net');
const tls = require('tls');
const { codes: { ERR_INTERNAL_ASSERTION, ERR_PROXY_TUNNEL } } = require('internal/errors');
const { Buffer } = require('buffer');
const { Readable: { prototype: { unshift } } } = require('stream');
const { kAwaitsTunnel, proxyOf } = require('internal/http/proxy');

const MAX_HEAD_BYTES = 64 << 10;
const END_OF_HEAD = '\r\n\r\n';

// The proxy that the agent uses for these options, or undefined.
function proxyFor(agent, options) {
  return (options.protocol || agent.protocol) === 'https:' ? proxyOf(agent, options) : undefined;
}

function endpointOf(agent, { host, port }) {
  const endpoint = `${net.isIPv6(host) ? `[${host}]` : host}:${port || agent.defaultPort}`;
  if (StringPrototypeIncludes(endpoint, '\r') || StringPrototypeIncludes(endpoint, '\n')) {
    throw new ERR_INTERNAL_ASSERTION('host and port of a request must not contain line breaks');
  }
  return endpoint;
}

function headOf(agent, proxy, endpoint) {
  let head = `CONNECT ${endpoint} HTTP/1.1\r\n`;
  if (proxy.auth) head += `proxy-authorization: ${proxy.auth}\r\n`;
  if (agent.keepAlive || agent.maxSockets !== Infinity) head += 'proxy-connection: keep-alive\r\n';
  return `${head}host: ${endpoint}${END_OF_HEAD}`;
}

// Returns the socket to the proxy, whose tunnel is not there yet. `done` gets an error, or the secure socket to the server.
function connectThrough(agent, proxy, options, done) {
  const endpoint = endpointOf(agent, options);
  const socket = proxy.connect(() => tunnel.ask());
  const tunnel = new Tunnel(socket, done, {
    options, endpoint, head: headOf(agent, proxy, endpoint), proxy: proxy.href, timeoutMs: options.timeout,
  });
  socket[kAwaitsTunnel] = true;
  return socket;
}

class Tunnel {
  #socket;
  #done;
  #about;
  #received = '';
  #isOver = false;

  constructor(socket, done, about) {
    this.#socket = socket;
    this.#done = done;
    this.#about = about;
    this.onError = (error) => this.#fail(error);
    this.onEnd = () => this.#fail(new ERR_PROXY_TUNNEL('Connection to establish proxy tunnel ended unexpectedly'));
    this.onTimeout = () => this.#timedOut();
    this.onReadable = () => this.#read();
    socket.on('error', this.onError);
    if (about.timeoutMs > 0) socket.setTimeout(about.timeoutMs, this.onTimeout);
  }

  ask() {
    if (this.#isOver) return;
    const socket = this.#socket;
    socket.on('end', this.onEnd);
    socket.on('readable', this.onReadable);
    socket.write(this.#about.head);
  }

  #release() {
    const socket = this.#socket;
    this.#isOver = true;
    socket.removeListener('end', this.onEnd);
    socket.removeListener('readable', this.onReadable);
    socket.removeListener('timeout', this.onTimeout);
    socket.setTimeout(0);
  }

  #fail(error) {
    if (this.#isOver) return;
    this.#release();
    this.#socket.destroy();
    this.#done(error);
  }

  #timedOut() {
    const { timeoutMs } = this.#about;
    const error = new ERR_PROXY_TUNNEL(`Connection to establish proxy tunnel timed out after ${timeoutMs}ms`);
    error.proxyTunnelTimeout = timeoutMs;
    this.#fail(error);
  }

  #read() {
    for (let chunk = this.#socket.read(); chunk !== null && !this.#isOver; chunk = this.#isOver ? null : this.#socket.read()) {
      this.#received += chunk.latin1Slice();
      const end = StringPrototypeIndexOf(this.#received, END_OF_HEAD);
      if (end !== -1) this.#answered(end);
      else if (this.#received.length > MAX_HEAD_BYTES) {
        this.#fail(new ERR_PROXY_TUNNEL(`The proxy's answer to CONNECT has more than ${MAX_HEAD_BYTES} bytes of headers`));
      }
    }
  }

  #answered(end) {
    const { endpoint, proxy } = this.#about;
    const statusLine = StringPrototypeSlice(this.#received, 0, StringPrototypeIndexOf(this.#received, '\r\n'));
    const status = StringPrototypeSplit(statusLine, ' ')[1];
    if (status !== '200') {
      const error = new ERR_PROXY_TUNNEL(`Failed to establish tunnel to ${endpoint} via ${proxy}: ${statusLine}`);
      error.statusCode = NumberParseInt(status);
      this.#fail(error);
      return;
    }
    const rest = StringPrototypeSlice(this.#received, end + END_OF_HEAD.length);
    this.#release();
    this.#socket.removeListener('error', this.onError);
    if (rest !== '') FunctionPrototypeCall(unshift, this.#socket, Buffer.from(rest, 'latin1'));
    this.#secure();
  }

  #secure() {
    const { options } = this.#about;
    const done = this.#done;
    const onError = (error) => done(error);
    const secured = tls.connect({ __proto__: null, ...options, socket: this.#socket }, () => {
      secured.removeListener('error', onError);
      done(null, secured);
    });
    secured.on('error', onError);
  }
}

module.exports = { connectThrough, proxyFor };
