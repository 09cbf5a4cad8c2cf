'use strict';

// Which way a request of fetch goes: directly, or by a proxy that the environment names. Plain requests go to the proxy with
// the whole URL in their first line, secure ones through a tunnel.

const { Error, StringPrototypeIndexOf, StringPrototypeSlice } = require('internal/primordials');
const net = require('net');
const { globalEnv, proxyFrom } = require('internal/http/proxy');
const network = require('internal/fetch/network');

class Proxies {
  constructor(env) {
    this.http = proxyFrom(env, 'http:');
    this.https = proxyFrom(env, 'https:') ?? this.http;
  }
}

let current; // null: none; undefined: not looked up yet

function proxyFor({ protocol, hostname, port }) {
  if (current === undefined) {
    const env = globalEnv();
    current = env === undefined ? null : new Proxies(env);
  }
  if (current === null) return undefined;
  const proxy = protocol === 'https:' ? current.https : current.http;
  return proxy?.isFor(hostname, port || (protocol === 'https:' ? '443' : '80')) ? proxy : undefined;
}

// Follows the proxies of `env`, until the function that is returned is called.
function follow(env) {
  const before = current;
  current = new Proxies(env);
  return () => { current = before; };
}

function send(url, exchange) {
  const proxy = proxyFor(url);
  if (proxy === undefined) {
    network.send(url, exchange);
    return;
  }
  const isTunnel = url.protocol === 'https:' || exchange.isUpgrade;
  if (!isTunnel) exchange.head = absolute(exchange.head, url, proxy);
  network.send(url, exchange, isTunnel ? tunnelBy(proxy) : connectTo(proxy), proxy.key);
}

// The path follows the method: 'GET /path HTTP/1.1'.
function absolute(head, url, { auth }) {
  const space = StringPrototypeIndexOf(head, ' ') + 1;
  const lineEnd = StringPrototypeIndexOf(head, '\r\n');
  const line = `${StringPrototypeSlice(head, 0, space)}${url.origin}${StringPrototypeSlice(head, space, lineEnd)}\r\n`;
  return `${line}${auth === undefined ? '' : `proxy-authorization: ${auth}\r\n`}${StringPrototypeSlice(head, lineEnd + 2)}`;
}

const connectTo = (proxy) => (pool, done, opened) => {
  const socket = proxy.connect(() => {
    socket.removeListener('error', done);
    done(null, socket);
  });
  opened(socket);
  socket.on('error', done);
};

const tunnelBy = (proxy) => (pool, done, opened) => {
  const { hostname, port, protocol } = pool;
  const http = require('http');
  const authority = `${net.isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  const headers = { __proto__: null, 'host': authority, 'proxy-connection': 'keep-alive' };
  if (proxy.auth !== undefined) headers['proxy-authorization'] = proxy.auth;
  const request = http.request({
    __proto__: null, method: 'CONNECT', path: authority, headers, createConnection: () => {
      const socket = proxy.connect();
      opened(socket);
      return socket;
    },
  });
  request.on('error', done);
  request.on('connect', (response, socket) => {
    if (response.statusCode !== 200) {
      socket.destroy();
      done(new Error(`Proxy response (${response.statusCode}) !== 200 when HTTP Tunneling`));
      return;
    }
    if (protocol === 'http:') {
      done(null, socket);
      return;
    }
    const secure = require('tls').connect({
      socket, servername: net.isIP(hostname) ? '' : hostname, host: hostname, ALPNProtocols: ['http/1.1'],
    }, () => {
      secure.removeListener('error', done);
      done(null, secure);
    });
    opened(secure);
    secure.on('error', done);
  });
  request.end();
};

module.exports = { follow, send };
