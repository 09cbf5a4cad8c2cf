'use strict';

// Agent: keeps connections for later requests, and queues requests when there are enough connections.

const {
  ArrayPrototypeIncludes, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSome,
  FunctionPrototypeCall, MathMax, Number, NumberIsFinite, ObjectDefineProperty, ObjectEntries, ObjectKeys, ObjectSetPrototypeOf, ObjectValues,
  ReflectApply, RegExpPrototypeExec, StringPrototypeSplit, Symbol, copyList, removeAt,
} = require('internal/primordials');
const EventEmitter = require('events');
const net = require('net');
const { AsyncResource } = require('async_hooks');
const { kEmptyObject } = require('internal/util');
const { validateNumber, validateOneOf, validateString } = require('internal/validators');
const { guard, hasUnread, unguard } = require('internal/http/parser');
const { globalEnv, kAwaitsTunnel, kProxy, proxyFrom, proxyOf } = require('internal/http/proxy');

const kWaitingOptions = Symbol('requestOptions');
const kOnKeylog = Symbol('onkeylog');
const kContext = Symbol('requestAsyncResource');

const MAX_FREE_SOCKETS = 256;
const KEEP_ALIVE_MS = 1000;
const TIMEOUT_BUFFER_MS = 1000;
const GLOBAL_TIMEOUT_MS = 5000;

const isNatural = (value) => typeof value === 'number' && value >= 0 && NumberIsFinite(value);

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  FunctionPrototypeCall(EventEmitter, this);
  this.options = { __proto__: null, ...options };
  this.options.noDelay ??= true;
  this.options.path = null; // net would connect to a Unix socket of this path
  this.defaultPort = this.options.defaultPort || 80;
  this.protocol = this.options.protocol || 'http:';
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || KEEP_ALIVE_MS;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Agent.defaultMaxSockets;
  this.maxFreeSockets = this.options.maxFreeSockets || MAX_FREE_SOCKETS;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  const { agentKeepAliveTimeoutBuffer: buffer } = this.options;
  this.agentKeepAliveTimeoutBuffer = isNatural(buffer) ? buffer : TIMEOUT_BUFFER_MS;
  validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
  if (this.maxTotalSockets === undefined) this.maxTotalSockets = Infinity;
  else validateNumber(this.maxTotalSockets, 'maxTotalSockets', 1);
  const { proxyEnv } = this.options;
  if (typeof proxyEnv === 'object' && proxyEnv !== null) this[kProxy] = proxyFrom(proxyEnv, this.protocol);
  this.on('free', onFree);
  this.on('newListener', onNewListener);
}
ObjectSetPrototypeOf(Agent.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Agent, EventEmitter);

Agent.defaultMaxSockets = Infinity;

// Sockets tell of their keys only if somebody wants to know.
function onNewListener(event) {
  if (event !== 'keylog') return;
  this.removeListener('newListener', onNewListener);
  const agent = this;
  this[kOnKeylog] = function onKeylog(line) { agent.emit('keylog', line, this); };
  for (let i = 0, lists = ObjectValues(this.sockets); i < lists.length; i++) {
    for (let j = 0; j < lists[i].length; j++) lists[i][j].on('keylog', this[kOnKeylog]);
  }
}

const { prototype } = Agent;

ObjectDefineProperty(prototype, kProxy, { __proto__: null, writable: true, value: undefined });

prototype.createConnection = function createConnection(...args) {
  if (this[kProxy] !== undefined) {
    const { 0: options, 1: callback } = net._normalizeArgs(args);
    const proxy = proxyOf(this, options);
    if (proxy !== undefined) return proxy.connect(callback ?? undefined);
  }
  return ReflectApply(net.createConnection, net, args);
};

// Connections with the same name are interchangeable.
prototype.getName = function getName(options = kEmptyObject) {
  const { host, port, localAddress, family, socketPath } = options;
  let name = `${host || 'localhost'}:${port || ''}:${localAddress || ''}`;
  if (family === 4 || family === 6) name += `:${family}`;
  if (socketPath) name += `:${socketPath}`;
  return name;
};

function connectOptions(agent, request, options) {
  const all = { __proto__: null, ...options, ...agent.options };
  if (all.socketPath) all.path = all.socketPath;
  if (!all.servername && all.servername !== '') all.servername = serverNameOf(all, request);
  return all;
}

function serverNameOf({ host }, request) {
  const header = request.getHeader('host');
  let name = host;
  if (header) {
    validateString(header, 'options.headers.host');
    name = RegExpPrototypeExec(/^\[([^\]]*)\]/, header)?.[1] ?? (header[0] === '[' ? header : StringPrototypeSplit(header, ':', 1)[0]);
  }
  return net.isIP(name) ? '' : name;
}

prototype.addRequest = function addRequest(request, options, port, localAddress) {
  if (typeof options === 'string') options = { __proto__: null, host: options, port, localAddress };
  options = connectOptions(this, request, options);
  const name = this.getName(options);
  this.sockets[name] ||= [];
  const socket = takeFree(this, name);
  const open = (this.freeSockets[name]?.length ?? 0) + this.sockets[name].length;
  if (socket) {
    this.reuseSocket(socket, request);
    giveSocket(this, request, socket);
    ArrayPrototypePush(this.sockets[name], socket);
  } else if (open < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(request, options, (error, made) => {
      if (error) {
        tellOfTunnel(request, error);
        request.onSocket(made, error);
      } else {
        giveSocket(this, request, made);
      }
    });
  } else {
    request[kWaitingOptions] = options;
    request[kContext] = new AsyncResource('QueuedRequest');
    ArrayPrototypePush(this.requests[name] ||= [], request);
  }
};

function takeFree(agent, name) {
  const free = agent.freeSockets[name];
  if (!free) return undefined;
  while (free.length > 0 && free[0].destroyed) ArrayPrototypeShift(free);
  let socket;
  while (free.length > 0) {
    socket = agent.scheduling === 'fifo' ? ArrayPrototypeShift(free) : ArrayPrototypePop(free);
    if (!hasUnread(socket)) break;
    socket.destroy();
    socket = undefined;
  }
  if (free.length === 0) delete agent.freeSockets[name];
  return socket;
}

function giveSocket(agent, request, socket) {
  request.onSocket(socket);
  const agentTimeout = agent.options.timeout || 0;
  if (request.timeout === undefined || request.timeout === agentTimeout) return;
  socket.setTimeout(request.timeout);
}

prototype.createSocket = function createSocket(request, options, callback) {
  options = connectOptions(this, request, options);
  const timeout = request.timeout || this.options.timeout || undefined;
  if (timeout) options.timeout = timeout;
  const name = this.getName(options);
  options._agentKey = name;
  options.encoding = null;
  if (this.keepAlive) {
    options.keepAlive = this.keepAlive;
    options.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  let isDone = false;
  const done = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (error) {
      callback(error);
      return;
    }
    ArrayPrototypePush(this.sockets[name] ||= [], socket);
    this.totalSocketCount++;
    follow(this, socket, options);
    callback(null, socket);
  };
  const socket = this.createConnection(options, done);
  if (socket && !socket[kAwaitsTunnel]) done(null, socket);
};

// The time limit of the tunnel is that of the request.
function tellOfTunnel(request, error) {
  if (error.code === 'ERR_PROXY_TUNNEL' && error.proxyTunnelTimeout) request.emit('timeout');
}

function follow(agent, socket, options) {
  const listeners = {
    free: () => agent.emit('free', socket, options),
    close() {
      agent.totalSocketCount--;
      agent.removeSocket(socket, options);
    },
    timeout() {
      if (ArrayPrototypeSome(ObjectValues(agent.freeSockets), (sockets) => ArrayPrototypeIncludes(sockets, socket))) socket.destroy();
    },
    agentRemove() {
      agent.totalSocketCount--;
      agent.removeSocket(socket, options);
      for (let i = 0, list = ObjectEntries(listeners); i < list.length; i++) {
        const { 0: event, 1: listener } = list[i];
        socket.removeListener(event, listener);
      }
    },
  };
  for (let j = 0, items = ObjectEntries(listeners); j < items.length; j++) {
    const { 0: event, 1: listener } = items[j];
    socket.on(event, listener);
  }
  if (agent[kOnKeylog] !== undefined) socket.on('keylog', agent[kOnKeylog]);
}

// The request no longer needs its connection.
function onFree(socket, options) {
  const name = this.getName(options);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const waiting = this.requests[name];
  if (waiting?.length) {
    const request = ArrayPrototypeShift(waiting);
    const context = request[kContext];
    request[kContext] = null;
    if (context) context.runInAsyncScope(giveSocket, undefined, this, request, socket);
    else giveSocket(this, request, socket);
    if (waiting.length === 0) delete this.requests[name];
    return;
  }
  const request = socket._httpMessage;
  if (!request || !request.shouldKeepAlive || !this.keepAlive) {
    socket.destroy();
    return;
  }
  const free = this.freeSockets[name] || [];
  const count = free.length + (this.sockets[name]?.length ?? 0);
  if (this.totalSocketCount > this.maxTotalSockets || count > this.maxSockets || free.length >= this.maxFreeSockets ||
      !this.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  this.freeSockets[name] = free;
  socket._httpMessage = null;
  this.removeSocket(socket, options);
  socket.once('error', onFreeError);
  guard(socket);
  ArrayPrototypePush(free, socket);
}

function onFreeError() {
  this.destroy();
  this.emit('agentRemove');
}


prototype.removeSocket = function removeSocket(socket, options) {
  const name = this.getName(options);
  for (let i = 0, list = socket.writable ? [this.sockets] : [this.sockets, this.freeSockets]; i < list.length; i++) {
    const sockets = list[i];
    const index = sockets[name]?.indexOf(socket) ?? -1;
    if (index < 0) continue;
    removeAt(sockets[name], index);
    if (sockets[name].length === 0) delete sockets[name];
  }
  const request = nextWaiting(this, name);
  if (!request) return;
  const ofRequest = this.requests[name]?.length ? options : request[kWaitingOptions];
  request[kWaitingOptions] = undefined;
  if (!ofRequest) return;
  this.createSocket(request, ofRequest, (error, made) => {
    if (error) {
      tellOfTunnel(request, error);
      request.onSocket(null, error);
    } else {
      made.emit('free');
    }
  });
};

// A waiting request to the same destination, or to one that has no connection at all.
function nextWaiting(agent, name) {
  if (agent.requests[name]?.length) return agent.requests[name][0];
  const names = ObjectKeys(agent.requests);
  if (names.length === 0 || agent.sockets[names[0]]?.length) return undefined;
  return agent.requests[names[0]][0];
}

prototype.keepSocketAlive = function keepSocketAlive(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout = this.options.timeout || 0;
  const hint = RegExpPrototypeExec(/^timeout=(\d+)/, socket._httpMessage?.res?.headers['keep-alive'])?.[1];
  if (hint) {
    const ofServer = MathMax(0, Number(hint) * 1000 - this.agentKeepAliveTimeoutBuffer);
    if (ofServer === 0) return false;
    if (ofServer < timeout) timeout = ofServer;
  }
  if (socket.timeout !== timeout) socket.setTimeout(timeout);
  return true;
};

prototype.reuseSocket = function reuseSocket(socket, request) {
  socket.removeListener('error', onFreeError);
  unguard(socket);
  request.reusedSocket = true;
  socket.ref();
};

prototype.destroy = function destroy() {
  for (let i = 0, items = [this.freeSockets, this.sockets]; i < items.length; i++) {
    const sockets = items[i];
    for (let j = 0, all = ObjectValues(sockets); j < all.length; j++) for (let k = 0, list = copyList(all[j]); k < list.length; k++) list[k].destroy();
  }
};

let agent;
const newGlobalAgent = (proxyEnv) => new Agent({ keepAlive: true, scheduling: 'lifo', timeout: GLOBAL_TIMEOUT_MS, proxyEnv });
const globalAgent = () => agent ??= newGlobalAgent(globalEnv());

module.exports = { Agent, globalAgent, newGlobalAgent, setGlobalAgent(value) { agent = value; } };
