'use strict';

// BoundSocket: an address that is bound at once, for a Server to listen on or a Socket to connect from. Either of them takes
// over its handle, once.

const { ArrayPrototypeSome, SymbolDispose } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_SOCKET_HANDLE_ADOPTED }, ErrnoException, ExceptionWithHostPort } =
  require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateObject, validatePort, validateString } = require('internal/validators');
const { kUncloneable } = require('internal/structured_clone');
const { isIP } = require('internal/net/ip');
const { ANY, IPV6_ONLY, REUSE_PORT, kAdopt } = require('internal/net/local_address');

const nobody = { closed() {} };

function open(kind) {
  const { StreamHandle } = require('internal/net/stream_handle');
  const handle = new StreamHandle(kind);
  handle.listener = nobody;
  return handle;
}

function bindPath(options) {
  const { path } = options;
  if (ArrayPrototypeSome(['host', 'port', 'ipv6Only', 'reusePort'], (name) => options[name] !== undefined)) {
    throw new ERR_INVALID_ARG_VALUE('options', options,
      'path is mutually exclusive with host, port, ipv6Only, and reusePort');
  }
  validateString(path, 'options.path');
  const handle = open('PIPE');
  const errno = handle.bindPath(path);
  if (errno === 0) return handle;
  handle.close();
  throw new ErrnoException(errno, 'bind');
}

function bindPort(options) {
  const port = validatePort(options.port ?? 0, 'options.port');
  const ipv6Only = options.ipv6Only ?? false;
  validateBoolean(ipv6Only, 'options.ipv6Only');
  const reusePort = options.reusePort ?? false;
  validateBoolean(reusePort, 'options.reusePort');
  const host = options.host ?? ANY[ipv6Only ? 6 : 4];
  validateString(host, 'options.host');
  if (isIP(host) === 0) {
    throw new ERR_INVALID_ARG_VALUE('options.host', host,
      'must be a numeric IP address; net.BoundSocket does not perform DNS resolution');
  }
  const handle = open('TCP');
  const errno = handle.bind(host, port, (ipv6Only ? IPV6_ONLY : 0) | (reusePort ? REUSE_PORT : 0));
  if (errno === 0) return handle;
  handle.close();
  throw new ExceptionWithHostPort(errno, 'bind', host, port);
}

class BoundSocket {
  #handle;
  #address;

  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    const { path } = options;
    this.#handle = path === undefined ? bindPort(options) : bindPath(options);
    this.#address = path ?? this.#handle.ownName();
  }

  #owned() {
    if (this.#handle === null) throw new ERR_SOCKET_HANDLE_ADOPTED();
    return this.#handle;
  }

  address() {
    this.#owned();
    return this.#address;
  }

  fd() { return this.#owned().fd; }

  close() {
    this.#owned().close();
    this.#handle = null;
  }

  get isPipe() { return typeof this.#address === 'string'; }

  [SymbolDispose]() {
    if (this.#handle !== null) this.close();
  }

  // { handle, path }
  [kAdopt]() {
    const handle = this.#owned();
    this.#handle = null;
    return { handle, path: this.isPipe ? this.#address : undefined };
  }

  get [kUncloneable]() { return true; }
}

module.exports = { BoundSocket };
