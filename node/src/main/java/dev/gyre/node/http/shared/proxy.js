'use strict';

// Proxies that environment variables name: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in small letters with precedence. An agent
// has them by its option proxyEnv, the global agents and fetch by --use-env-proxy or http.setGlobalProxyFromEnv().
//
// A plain request goes to the proxy with the whole URL in its first line. A secure one goes through a tunnel, which the
// proxy opens on CONNECT.

const {
  ArrayIsArray, ArrayPrototypePush, Number, NumberParseInt, StringPrototypeEndsWith, StringPrototypeIncludes,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeTrim,
  Symbol, decodeURIComponent,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const net = require('net');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_PROXY_INVALID_CONFIG } } = require('internal/errors');
const { URL } = require('internal/url');
const { validatePort } = require('internal/validators');
const options = require('internal/options');

const kProxy = Symbol('kProxy'); // the Proxy of an agent
const kAwaitsTunnel = Symbol('kAwaitsTunnel'); // a socket to a proxy that has not opened its tunnel yet
const kIsAbsolute = Symbol('kIsAbsolute'); // the path of a request is a whole URL

function numberOfIp(ip) {
  const parts = StringPrototypeSplit(ip, '.');
  let number = 0;
  for (let i = 0; i < parts.length; i++) number = number * 256 + NumberParseInt(parts[i], 10);
  return number;
}

const isInRange = (host, from, to) => net.isIPv4(from) && net.isIPv4(to) && numberOfIp(from) <= numberOfIp(host) &&
  numberOfIp(host) <= numberOfIp(to);

// Whether an entry of NO_PROXY means this host.
function isMeant(entry, host, port) {
  if (entry === '*' || entry === host || entry === (port ? `${host}:${port}` : host)) return true;
  if (entry[0] === '.') {
    return host === StringPrototypeSlice(entry, 1) || StringPrototypeEndsWith(host, entry);
  }
  if (StringPrototypeStartsWith(entry, '*.')) return StringPrototypeEndsWith(host, StringPrototypeSlice(entry, 1));
  if (!StringPrototypeIncludes(entry, '-') || !net.isIPv4(host)) return false;
  const { 0: from, 1: to } = StringPrototypeSplit(entry, '-');
  return isInRange(host, StringPrototypeTrim(from), StringPrototypeTrim(to));
}

class Proxy {
  #exceptions = [];

  constructor(given, noProxy) {
    let url;
    try {
      url = new URL(given);
    } catch {
      throw new ERR_PROXY_INVALID_CONFIG(`Invalid proxy URL: ${given}`);
    }
    const { hostname, port, protocol, username, password } = url;
    this.href = given; // without secrets
    if (username || password) {
      url.username = '';
      url.password = '';
      this.href = url.href;
    }
    this.protocol = protocol;
    this.host = hostname[0] === '[' ? StringPrototypeSlice(hostname, 1, -1) : hostname;
    this.port = port ? Number(port) : (protocol === 'https:' ? 443 : 80);
    this.auth = undefined; // the value of Proxy-Authorization
    if (username || password) {
      const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      this.auth = `Basic ${Buffer.from(text).toString('base64')}`;
    }
    for (let i = 0, entries = noProxy ? StringPrototypeSplit(noProxy, ',') : []; i < entries.length; i++) {
      ArrayPrototypePush(this.#exceptions, StringPrototypeToLowerCase(StringPrototypeTrim(entries[i])));
    }
  }

  get key() { return `${this.protocol}//${this.host}:${this.port} ${this.auth ?? ''}`; }

  isFor(hostname, port) {
    const host = StringPrototypeToLowerCase(hostname);
    for (let i = 0; i < this.#exceptions.length; i++) if (isMeant(this.#exceptions[i], host, port)) return false;
    return true;
  }

  // A socket to the proxy itself.
  connect(onConnect) {
    const { host, port } = this;
    return this.protocol === 'https:' ? require('tls').connect({ host, port }, onConnect) : net.connect({ host, port }, onConnect);
  }
}

// The URL of the proxy for a protocol, or undefined.
function urlFrom(env, protocol) {
  const url = protocol === 'https:' ? (env.https_proxy || env.HTTPS_PROXY) : (env.http_proxy || env.HTTP_PROXY);
  if (!url) return undefined;
  if (StringPrototypeIncludes(url, '\r') || StringPrototypeIncludes(url, '\n')) {
    throw new ERR_PROXY_INVALID_CONFIG(`Invalid proxy URL: ${url}`);
  }
  return url;
}

// Other kinds of proxies are left to the program.
function proxyFrom(env, protocol) {
  const url = urlFrom(env, protocol);
  if (url === undefined) return undefined;
  if (!StringPrototypeStartsWith(url, 'http://') && !StringPrototypeStartsWith(url, 'https://')) return undefined;
  return new Proxy(url, env.no_proxy || env.NO_PROXY);
}

// The environment that the global agents and fetch follow, or undefined.
const globalEnv = () => (options.get('--use-env-proxy') ? process.env : undefined);

// With --use-env-proxy, URLs that are none end the program at its start.
function checkEnv() {
  for (let i = 0, protocols = ['http:', 'https:']; i < protocols.length; i++) {
    const url = urlFrom(process.env, protocols[i]);
    if (url !== undefined) new URL(url); // throws
  }
}

// The proxy of an agent, if it is for this request.
function proxyOf(agent, { host, port, socketPath }) {
  const proxy = agent[kProxy];
  return proxy !== undefined && !socketPath && proxy.isFor(host || 'localhost', port) ? proxy : undefined;
}

// ---- requests

function hostIn(headers) {
  let host;
  const note = (name, value) => {
    if (StringPrototypeToLowerCase(`${name}`) !== 'host') return;
    if (host !== undefined) {
      throw new ERR_INVALID_ARG_VALUE('options.headers', '(redacted)', 'must not contain duplicate Host headers');
    }
    host = `${value}`;
  };
  if (!ArrayIsArray(headers[0])) {
    for (let i = 0; i + 1 < headers.length; i += 2) note(headers[i], headers[i + 1]);
    return host;
  }
  for (let i = 0; i < headers.length; i++) {
    if (!ArrayIsArray(headers[i])) {
      throw new ERR_INVALID_ARG_VALUE(`options.headers[${i}]`, typeof headers[i],
        'must be an array when headers is passed as an array of pairs');
    }
    note(headers[i][0], headers[i][1]);
  }
  return host;
}

function isSameAuthority(authority, header) {
  if (!URL.canParse(`http://${header}`)) return false;
  const { username, password, pathname, search, hash, host } = new URL(`http://${header}`);
  return username === '' && password === '' && pathname === '/' && search === '' && hash === '' && host === authority;
}

// The whole URL of a request, which has to agree with its options.
function targetOf(path, base) {
  if (!URL.canParse(path)) {
    if (path[0] !== '/') throw new ERR_INVALID_ARG_VALUE('options.path', path, 'must be in absolute-form or start with /');
    return new URL(base.origin + path);
  }
  const url = new URL(path);
  if (url.username || url.password) {
    url.username = '';
    url.password = '';
    throw new ERR_INVALID_ARG_VALUE('options.path', url.href, 'must not contain userinfo, use options.auth instead');
  }
  if (url.protocol !== 'http:') {
    throw new ERR_INVALID_ARG_VALUE('options.path', url.protocol, 'must use http: scheme when specified as an absolute URL');
  }
  if (base.host !== url.host) throw new ERR_INVALID_ARG_VALUE('options.path', url, `must match the request authority (${base.host})`);
  return url;
}

// Changes path and headers of a request that goes to a proxy. authority: { host, port } of its options; host: the program's
// own Host header; list: headers that were given as a list.
function addressByProxy(request, target, authority, host, list) {
  const { agent } = request;
  if (request._header || !agent?.[kProxy] || (target.protocol || agent.protocol) !== 'http:') return;
  const proxy = proxyOf(agent, target);
  if (proxy === undefined) return;
  let url;
  if (request.method !== 'CONNECT' && !(request.method === 'OPTIONS' && request.path === '*')) {
    validatePort(authority.port, 'options.port', true);
    const base = new URL(`http://${authority.host}`);
    base.port = authority.port;
    const given = list === undefined ? host : hostIn(list);
    const agrees = given === undefined || (list === undefined ? isSameAuthority(base.host, given) : given === base.host);
    if (!agrees) {
      throw new ERR_INVALID_ARG_VALUE('Host in options.headers', given, `must match the request authority (${base.host})`);
    }
    url = targetOf(`${request.path}`, base);
    const current = list === undefined ? request.getHeader('host') : undefined;
    if (current !== undefined && current !== base.host) request.setHeader('Host', base.host);
  }
  if (proxy.auth) request.setHeader('proxy-authorization', proxy.auth);
  request.setHeader('proxy-connection', request.shouldKeepAlive ? 'keep-alive' : 'close');
  if (url === undefined) return;
  request.path = url.href;
  request[kIsAbsolute] = true;
}

module.exports = { addressByProxy, checkEnv, globalEnv, kAwaitsTunnel, kIsAbsolute, kProxy, proxyFrom, proxyOf, urlFrom };
