'use strict';

// How a Socket connects: to a path, to an address, or to one of the addresses of a name, which are tried in turn with a time
// limit for each (RFC 8305, "happy eyeballs").

const {
  ArrayFrom, ArrayPrototypeFlat, ArrayPrototypeFlatMap, ArrayPrototypeMap, ArrayPrototypePush, Boolean, MathMax,
  ObjectAssign, ReflectApply, SafeMap, SafeSet, StringPrototypeSlice, itemsOf, joinLists,
} = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const {
  codes: {
    ERR_INVALID_ADDRESS_FAMILY, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_IP_ADDRESS, ERR_IP_BLOCKED,
    ERR_MISSING_ARGS, ERR_SOCKET_CONNECTION_TIMEOUT,
  },
  ExceptionWithHostPort, NodeAggregateError,
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInt32, validateNumber, validatePort, validateString,
  validateStringWithoutNullBytes,
} = require('internal/validators');
const { isIP } = require('internal/net/ip');
const { normalizeArgs, isNormalized } = require('internal/net/arguments');
const { UV_EADDRINUSE, UV_ECANCELED, UV_ETIMEDOUT } = require('internal/errno');
const { channel } = require('diagnostics_channel');
const { ANY } = require('internal/net/local_address');
const { Socket, applyOptions, kBound, kHandleClass, useHandle } = require('internal/net/socket');
const families = require('internal/net/families');
const measure = require('internal/perf_hooks/measure').of('net');
const { GROUPS, emit, isOn } = require('internal/trace_events/tracing');
const active = require('internal/process/active');
const asyncIds = require('internal/async_ids');


const clientChannel = channel('net.client.socket');

function newHandle(socket, isPipe) {
  const { StreamHandle } = require('internal/net/stream_handle');
  const HandleClass = socket[kHandleClass] ?? StreamHandle;
  return new HandleClass(isPipe ? 'PIPE' : 'TCP');
}

function connect(socket, args) {
  const { 0: options, 1: callback } = isNormalized(args[0]) ? args[0] : normalizeArgs(args);
  if (clientChannel.hasSubscribers) clientChannel.publish({ socket });
  if (callback !== null) socket.once('connect', callback);
  if (socket._parent?.connecting) return socket;
  if (options.port === undefined && options.path == null) throw new ERR_MISSING_ARGS(['options', 'port', 'path']);
  if (socket.write !== Socket.prototype.write) socket.write = Socket.prototype.write;
  if (socket.destroyed) {
    socket._handle = null;
    socket._peername = null;
    socket._sockname = null;
  }
  const { path } = options;
  const isPipe = socket[kBound] !== undefined && socket._handle ? socket._handle.kind === 'PIPE' : Boolean(path);
  if (!socket._handle) {
    socket._handle = newHandle(socket, isPipe);
    useHandle(socket);
  }
  socket._unrefTimer();
  socket.connecting = true;
  if (isPipe) {
    validateString(path, 'options.path');
    begin(socket, new Attempt(path));
  } else {
    lookUpAndConnect(socket, options);
  }
  return socket;
}

// ---- one address

// The request of Node's handles too: see StreamHandle.connect.
class Attempt {
  constructor(address, port, family, localAddress, localPort) {
    this.address = address;
    this.port = port;
    this.family = family; // 4, 6, or undefined for a path
    this.localAddress = localAddress;
    this.localPort = localPort;
    this.traceId = undefined; // of its trace event
    this.race = undefined; // the Race it belongs to, if there are several addresses
  }

  oncomplete(errno, handle) {
    if (this.traceId !== undefined) emit('e', GROUPS.net, 'connect', this.traceId, { status: errno });
    const socket = handle.owner;
    if (this.race !== undefined) this.race.connected(this, errno);
    else if (!socket.destroyed) finish(socket, this, errno);
  }

  error(errno, ownName) {
    const { address, port, localAddress, localPort } = this;
    const details = localAddress && localPort ? `${localAddress}:${localPort}` : ownName;
    const error = new ExceptionWithHostPort(errno, 'connect', address, port, details);
    if (localAddress && localPort) ObjectAssign(error, { localAddress, localPort });
    return error;
  }
}

function begin(socket, attempt) {
  if (socket._aborted) { // by a signal, before connect() was called
    abandon(socket._handle);
    socket._handle = null;
    socket.connecting = false;
    return;
  }
  const error = start(socket, attempt);
  if (error !== undefined) socket.destroy(error);
}

// Begins to connect. Returns an immediate error.
function start(socket, attempt) {
  const { address, port, family, localPort } = attempt;
  const handle = socket._handle;
  if (attempt.localAddress || localPort) {
    attempt.localAddress ||= ANY[family];
    const errno = bindExactly(handle, attempt.localAddress, localPort ?? 0);
    if (errno < 0) return new ExceptionWithHostPort(errno, 'bind', attempt.localAddress, localPort);
  }
  socket.emit('connectionAttempt', address, port, family);
  if (family !== undefined && socket.blockList?.check(address, `ipv${family}`)) return new ERR_IP_BLOCKED(address);
  const errno = family === 6 ? handle.connect6(attempt, address, port) : handle.connect(attempt, address, port);
  if (!errno) {
    if (isOn.net) traceConnect(attempt);
    if (family !== undefined) measure.begin(socket, 'connect', { host: address, port });
    return undefined;
  }
  if (family === undefined) return attempt.error(errno);
  const { address: ownAddress, port: ownPort } = socket._getsockname();
  return attempt.error(errno, `${ownAddress}:${ownPort}`);
}

let lastTraceId = 0;

function traceConnect(attempt) {
  const { address, port, family } = attempt;
  attempt.traceId = ++lastTraceId;
  const isAbstract = family === undefined && address[0] === '\0';
  const about = family === undefined ?
    { path_type: isAbstract ? 'abstract socket' : 'file', pipe_path: isAbstract ? StringPrototypeSlice(address, 1) : address } :
    { ip: address, port };
  emit('b', GROUPS.net, 'connect', lastTraceId, about);
}

function bindExactly(handle, address, port) {
  const errno = handle.bind(address, port, 0);
  if (errno !== 0 || port === 0) return errno;
  return handle.ownName().port === port ? 0 : UV_EADDRINUSE;
}

function finish(socket, attempt, errno) {
  socket.connecting = false;
  socket._sockname = null;
  if (errno < 0) {
    const error = attempt.error(errno);
    socket.emit('connectionAttemptFailed', attempt.address, attempt.port, attempt.family, error);
    socket.destroy(error);
    return;
  }
  socket._unrefTimer();
  applyOptions(socket);
  socket.emit('connect');
  socket.emit('ready');
  if (!socket.isPaused()) socket.read(0);
  measure.end(socket);
}

// ---- names

function lookUpAndConnect(socket, options) {
  const { localAddress, localPort, hints = 0 } = options;
  const host = options.host || 'localhost';
  validateStringWithoutNullBytes(host, 'options.host');
  const isBound = socket[kBound] !== undefined;
  if (isBound && (localAddress !== undefined || localPort !== undefined)) {
    throw new ERR_INVALID_ARG_VALUE('options', options,
      'localAddress and localPort cannot be used with an adopted bound socket');
  }
  if (localAddress && !isIP(localAddress)) throw new ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort) validateNumber(localPort, 'options.localPort');
  let { port } = options;
  if (port !== undefined) {
    if (typeof port !== 'number' && typeof port !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], port);
    }
    validatePort(port);
  }
  port |= 0;
  const { race, timeoutMs } = raceOptions(options);
  const family = isIP(host);
  if (family !== 0) {
    const attempt = new Attempt(host, port, family, localAddress, localPort);
    // A bound socket needs no further setup, so it connects at once.
    if (isBound) begin(socket, attempt);
    else process.nextTick(() => { if (socket.connecting) begin(socket, attempt); });
    return;
  }
  if (options.lookup != null) validateFunction(options.lookup, 'options.lookup');
  const dns = require('dns');
  const wanted = { IPv4: 4, IPv6: 6 }[options.family] ?? options.family;
  const isFixed = wanted === 4 || wanted === 6;
  const question = { family: wanted, hints: hints || (isFixed ? 0 : dns.ADDRCONFIG) };
  socket._host = host;
  const lookup = options.lookup || dns.lookup;
  const triggerId = socket._handle?.asyncId ?? asyncIds.current();
  const target = { host, port, localAddress, localPort, timeoutMs, options };
  if (!isFixed && !localAddress && !isBound && race) {
    asyncIds.triggeredBy(triggerId, lookup, host, { ...question, all: true }, (error, addresses) => useAddresses(socket, target, error, addresses));
  } else {
    asyncIds.triggeredBy(triggerId, lookup, host, question, (error, address, ofFamily) => useAddress(socket, target, error, address, ofFamily));
  }
}

function raceOptions({ autoSelectFamily, autoSelectFamilyAttemptTimeout }) {
  if (autoSelectFamily != null) validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  if (autoSelectFamilyAttemptTimeout != null) {
    validateInt32(autoSelectFamilyAttemptTimeout, 'options.autoSelectFamilyAttemptTimeout', 1);
  }
  return {
    race: autoSelectFamily ?? families.isRaceDefault(),
    timeoutMs: families.attemptTimeout(autoSelectFamilyAttemptTimeout),
  };
}

const fail = (socket, error) => process.nextTick((one) => one.destroy(error), socket);

function wrongAddress(address, family, { host, port }) {
  if (typeof address !== 'string' || !isIP(address)) return new ERR_INVALID_IP_ADDRESS(address);
  if (family !== 4 && family !== 6) return new ERR_INVALID_ADDRESS_FAMILY(family, host, port);
  return undefined;
}

function useAddress(socket, target, error, address, family) {
  socket.emit('lookup', error, address, family, target.host);
  if (!socket.connecting) return;
  const wrong = error ?? wrongAddress(address, family, target.options);
  if (wrong) {
    fail(socket, wrong);
    return;
  }
  socket._unrefTimer();
  begin(socket, new Attempt(address, target.port, family, target.localAddress, target.localPort));
}

function useAddresses(socket, target, error, addresses) {
  if (!socket.connecting) return;
  if (error) {
    socket.emit('lookup', error, undefined, undefined, target.host);
    fail(socket, error);
    return;
  }
  const byFamily = new SafeMap(); // insertion order: the family of the first address comes first
  for (const { address, family } of itemsOf(addresses)) {
    socket.emit('lookup', error, address, family, target.host);
    if (!socket.connecting) return;
    if (wrongAddress(address, family, target.options)) continue;
    if (!byFamily.has(family)) byFamily.set(family, new SafeSet());
    byFamily.get(family).add(address);
  }
  const { port, localAddress, localPort } = target;
  const attempts = ArrayPrototypeMap(alternating(byFamily), ({ address, family }) => new Attempt(address, port, family, localAddress, localPort));
  if (attempts.length === 0) {
    fail(socket, wrongAddress(addresses[0].address, addresses[0].family, target.options));
    return;
  }
  socket._unrefTimer();
  if (attempts.length === 1) begin(socket, attempts[0]);
  else new Race(socket, attempts, target.timeoutMs).next();
}

function alternating(byFamily) {
  const lists = ArrayFrom(byFamily, ({ 0: family, 1: addresses }) => ArrayFrom(addresses, (address) => ({ address, family })));
  const longest = ReflectApply(MathMax, undefined, joinLists([0], ArrayPrototypeMap(lists, (list) => list.length)));
  return ArrayPrototypeFlat(ArrayFrom({ __proto__: null, length: longest }, (_, i) => ArrayPrototypeFlatMap(lists, (list) => list[i] ?? [])));
}

// ---- several addresses, one after the other

const nobody = { closed() {} };

// The socket gets no events of a handle that another one replaced.
function abandon(handle) {
  if (!handle) return;
  handle.listener = nobody;
  handle.request = undefined;
  active.remove(handle);
  handle.close();
}

class Race {
  #socket;
  #attempts;
  #timeoutMs;
  #errors = [];
  #tried = 0;
  #timer = undefined;

  constructor(socket, attempts, timeoutMs) {
    this.#socket = socket;
    this.#attempts = attempts;
    this.#timeoutMs = timeoutMs;
    socket.autoSelectFamilyAttemptedAddresses = [];
  }

  next() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket._aborted) return;
    if (this.#tried === this.#attempts.length) {
      this.#giveUp();
      return;
    }
    const attempt = this.#attempts[this.#tried++];
    attempt.race = this;
    if (this.#tried > 1) {
      abandon(socket._handle);
      socket._handle = newHandle(socket, false);
      useHandle(socket);
    }
    ArrayPrototypePush(socket.autoSelectFamilyAttemptedAddresses, `${attempt.address}:${attempt.port}`);
    const error = start(socket, attempt);
    if (error !== undefined) {
      this.#failed(attempt, error);
      return;
    }
    if (this.#tried < this.#attempts.length) {
      this.#timer = setTimeout(() => this.#timedOut(attempt), this.#timeoutMs);
    }
  }

  connected(attempt, errno) {
    if (attempt !== this.#attempts[this.#tried - 1]) return; // an earlier attempt, already abandoned
    clearTimeout(this.#timer);
    if (errno === 0) {
      if (!this.#socket.destroyed) finish(this.#socket, attempt, 0);
    } else if (errno === UV_ECANCELED) {
      ArrayPrototypePush(this.#errors, attempt.error(errno));
      this.#giveUp();
    } else {
      this.#failed(attempt, attempt.error(errno));
    }
  }

  #failed(attempt, error) {
    ArrayPrototypePush(this.#errors, error);
    this.#socket.emit('connectionAttemptFailed', attempt.address, attempt.port, attempt.family, error);
    if (this.#socket.connecting) this.next();
  }

  #timedOut(attempt) {
    this.#socket.emit('connectionAttemptTimeout', attempt.address, attempt.port, attempt.family);
    ArrayPrototypePush(this.#errors, attempt.error(UV_ETIMEDOUT));
    if (this.#socket.connecting) this.next();
  }

  #giveUp() {
    const errors = this.#errors;
    this.#socket.destroy(errors.length === 0 ? new ERR_SOCKET_CONNECTION_TIMEOUT() : new NodeAggregateError(errors));
  }
}

module.exports = { bindExactly, connect };
