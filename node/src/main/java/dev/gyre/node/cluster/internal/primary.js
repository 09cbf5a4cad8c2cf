'use strict';

// The cluster module of a primary: starts workers, and owns the addresses that they listen on.
//
//   worker                                 primary
//   server.listen(8000)
//     cluster._getServer ─ queryServer ──> one RoundRobin or SharedHandle for each address
//        <── reply: errno, key, and a ───  (SCHED_RR: round robin, except for datagrams)
//            handle if it is shared
//   'listening' ────────── listening ────> 'listening'
//        <── newconn, with a connection ─  round robin only
//   server.close() ─────── close ────────> the last worker frees the address
//
// All of them are internal messages of the channel that fork() makes: see internal/cluster/messages.

const {
  ArrayPrototypePush, ArrayPrototypeSlice, ArrayPrototypeSome, ObjectAssign, ObjectKeys, ObjectValues, SafeMap,
  RegExpPrototypeExec, StringPrototypeStartsWith, copyList, joinLists,
} = require('internal/primordials');
const assert = require('assert');
const EventEmitter = require('events');
const path = require('path');
const { fork } = require('child_process');
const { atStart } = require('internal/start');
const { get: getOption } = require('internal/options');
const { codes: { ERR_SOCKET_BAD_PORT } } = require('internal/errors');
const { validatePort } = require('internal/validators');
const { Worker } = require('internal/cluster/worker');
const { receiver, send } = require('internal/cluster/messages');
const { RoundRobin, dropInFlight } = require('internal/cluster/round_robin');

const SCHED_NONE = 1; // the system distributes
const SCHED_RR = 2; // the primary distributes

const cluster = new EventEmitter();
const intercom = new EventEmitter(); // 'disconnect': the last worker is gone
const addresses = new SafeMap(); // RoundRobin and SharedHandle by key

let lastId = 0;
let inspectPorts = 0; // ports of inspectors given to workers
let policy; // cluster.schedulingPolicy at the first setupPrimary()

// ---- settings

function setupPrimary(options) {
  const settings = {
    args: ArrayPrototypeSlice(process.argv, 2),
    exec: process.argv[1],
    execArgv: process.execArgv,
    silent: false,
    ...(getOption('--cluster-threads') ? { threads: true } : undefined),
    ...cluster.settings,
    ...options,
  };
  // Each process writes a log of its own.
  const has = (prefix) => ArrayPrototypeSome(settings.execArgv, (one) => StringPrototypeStartsWith(one, prefix));
  if (has('--prof') && !has('--logfile=')) settings.execArgv = joinLists(settings.execArgv, ['--logfile=v8-%p.log']);
  cluster.settings = settings;
  if (policy === undefined) {
    const { schedulingPolicy } = cluster;
    assert(schedulingPolicy === SCHED_NONE || schedulingPolicy === SCHED_RR,
           `Bad cluster.schedulingPolicy: ${schedulingPolicy}`);
    policy = schedulingPolicy;
  }
  process.nextTick(() => cluster.emit('setup', settings));
}

// ---- workers

const isInspectOption = (text) => RegExpPrototypeExec(/--inspect(?:-brk|-port)?|--debug-port/, text) !== null;

// Every worker's inspector gets a port of its own.
function nextInspectPort(setting) {
  const port = typeof setting === 'function' ? setting() : setting;
  if (port !== undefined) return validatePort(port, 'inspectPort');
  return process.debugPort === 0 ? 0 : process.debugPort + ++inspectPorts;
}

function startProcess(id, more) {
  const { settings } = cluster;
  const env = { ...process.env, ...more, NODE_UNIQUE_ID: `${id}` };
  const { cwd, serialization, silent, windowsHide, stdio, gid, uid, inspectPort } = settings;
  const execArgv = copyList(settings.execArgv);
  if (inspectPort === null) throw new ERR_SOCKET_BAD_PORT('Port', null, true);
  if (settings.threads) return new (require('internal/cluster/thread_process').ThreadProcess)(settings, id, env);
  if (ArrayPrototypeSome(execArgv, isInspectOption) || isInspectOption(process.env.NODE_OPTIONS ?? '')) ArrayPrototypePush(execArgv, `--inspect-port=${nextInspectPort(inspectPort)}`);
  return fork(settings.exec, settings.args, {
    cwd,
    env,
    serialization,
    silent,
    windowsHide,
    execArgv,
    stdio,
    gid,
    uid,
  });
}

function forkWorker(env) {
  setupPrimary();
  const id = ++lastId;
  const worker = new Worker({ id, process: startProcess(id, env) });
  worker.on('message', (message, handle) => cluster.emit('message', worker, message, handle));
  worker.process.once('exit', (exitCode, signalCode) => {
    // A worker that is still connected leaves the list when it disconnects.
    if (!worker.isConnected()) {
      leaveAddresses(worker);
      removeWorker(worker);
    }
    worker.exitedAfterDisconnect = worker.exitedAfterDisconnect === true;
    worker.state = 'dead';
    worker.emit('exit', exitCode, signalCode);
    cluster.emit('exit', worker, exitCode, signalCode);
  });
  worker.process.once('disconnect', () => {
    leaveAddresses(worker);
    dropInFlight(worker);
    if (worker.isDead()) removeWorker(worker);
    worker.exitedAfterDisconnect = worker.exitedAfterDisconnect === true;
    worker.state = 'disconnected';
    worker.emit('disconnect');
    cluster.emit('disconnect', worker);
  });
  worker.process.on('internalMessage', receiver(worker, receive));
  process.nextTick(() => cluster.emit('fork', worker));
  cluster.workers[worker.id] = worker;
  return worker;
}

function removeWorker(worker) {
  delete cluster.workers[worker.id];
  if (ObjectKeys(cluster.workers).length > 0) return;
  assert(addresses.size === 0, 'Resource leak detected.');
  intercom.emit('disconnect');
}

function leaveAddresses(worker) {
  for (let i = 0, all = copyList(addresses.keys()); i < all.length; i++) leaveAddress(worker, all[i]);
}

function leaveAddress(worker, key) {
  if (addresses.get(key)?.removeWorker(worker)) addresses.delete(key);
}

function disconnect(callback) {
  const workers = ObjectValues(cluster.workers);
  if (workers.length === 0) process.nextTick(() => intercom.emit('disconnect'));
  for (let i = 0; i < workers.length; i++) if (workers[i].isConnected()) workers[i].disconnect();
  if (typeof callback === 'function') intercom.once('disconnect', callback);
}

// ---- what workers ask for

const acts = {
  __proto__: null,

  online(worker) {
    worker.state = 'online';
    worker.emit('online');
    cluster.emit('online', worker);
  },

  exitedAfterDisconnect(worker, { seq }) {
    worker.exitedAfterDisconnect = true;
    send(worker.process, { ack: seq });
  },

  queryServer,

  listening(worker, { addressType, address, port, fd }) {
    const info = { addressType, address, port, fd };
    worker.state = 'listening';
    worker.emit('listening', info);
    cluster.emit('listening', worker, info);
  },

  close(worker, { key }) { leaveAddress(worker, key); },
};

function receive(message) {
  acts[message.act]?.(this, message);
}

// Servers of different workers with the same key share the address. Port 0 is one port for the first server of each worker
// that asks for it, another one for the second, and so on.
function keyOf({ address, port, addressType, fd, index }) {
  return `${address}:${port}:${addressType}:${fd}${port === 0 ? `:${index}` : ''}`;
}

function open(key, message) {
  let { address } = message;
  if (message.port < 0 && typeof address === 'string') {
    const relative = path.relative(process.cwd(), address); // a socket's path has at most about 100 bytes
    if (relative.length <= address.length) address = relative;
  }
  if (policy === SCHED_RR && message.addressType !== 'udp4' && message.addressType !== 'udp6') {
    return new RoundRobin(key, address, message);
  }
  return new (require('internal/cluster/shared_handle').SharedHandle)(key, address, message);
}

function queryServer(worker, message) {
  if (worker.exitedAfterDisconnect) return; // it is disconnecting
  const key = keyOf(message);
  const known = addresses.get(key);
  // A worker that has the address already gets the error of binding it twice, or takes a new handle.
  const handle = known !== undefined && !known.hasWorker(worker) ? known : open(key, message);
  if (known === undefined) addresses.set(key, handle);
  handle.data ||= message.data;
  handle.addWorker(worker, (errno, fields, shared) => {
    if (!errno) addresses.set(key, handle);
    else if (known === undefined && addresses.get(key) === handle) addresses.delete(key);
    send(worker.process, { errno, key, ack: message.seq, data: handle.data, ...fields }, shared);
  });
}

// ---- methods of workers, as the primary sees them

Worker.prototype.disconnect = function disconnectWorker() {
  this.exitedAfterDisconnect = true;
  send(this.process, { act: 'disconnect' });
  leaveAddresses(this);
  removeWorker(this);
  return this;
};

Worker.prototype.destroy = function destroy(signal) {
  this.process.kill(signal || 'SIGTERM');
};

module.exports = ObjectAssign(cluster, {
  isWorker: false,
  isMaster: true,
  isPrimary: true,
  Worker,
  workers: {},
  settings: {},
  SCHED_NONE,
  SCHED_RR,
  schedulingPolicy: SCHED_RR,
  setupPrimary,
  setupMaster: setupPrimary,
  fork: forkWorker,
  disconnect,
});

atStart(() => {
  if (process.env.NODE_CLUSTER_SCHED_POLICY === 'none') cluster.schedulingPolicy = SCHED_NONE;
});
