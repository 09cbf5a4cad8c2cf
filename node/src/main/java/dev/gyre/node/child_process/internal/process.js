'use strict';

// ChildProcess: a started process, its streams, and the events of its end.
//
//   spawn ─> 'spawn' ─> ... ─> the process ends ─> 'exit' ─────────┐
//                              each of its streams closes ─────────┼─> 'close'
//                              its channel closes ─────────────────┘
//
// A process that could not be started emits 'error' instead of 'exit'.

const {
  ArrayPrototypeFindIndex, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, FunctionPrototypeCall,
  ObjectSetPrototypeOf, String, SymbolDispose,
} = require('internal/primordials');
const EventEmitter = require('events');
const { channel, tracingChannel } = require('diagnostics_channel');
const { openChannel, closeChannel } = require('internal/bridge');
const active = require('internal/process/active');
const { Kind } = require('internal/layout');
const { AsyncScope } = require('internal/async_scope');
const { ErrnoException } = require('internal/errors');
const { convertToValidSignal } = require('internal/util');
const { validateArray, validateObject, validateOneOf, validateString } = require('internal/validators');
const { namesByNumber } = require('internal/signals');
const { Socket } = require('internal/net/socket');
const { StreamHandle } = require('internal/net/stream_handle');
const { kIsUsedAsStdio, stdioEntries, yieldToChild } = require('internal/child_process/stdio');

const native = binding('child_process');
const processChannel = channel('child_process');
const spawnChannel = tracingChannel('child_process.spawn');

const EINVAL = -22;
const ENOSYS = -38;
const ESRCH = -3;

// The process as a handle of the loop.
class ProcessHandle {
  #channel;
  #scope = new AsyncScope(this, 'PROCESSWRAP');
  #isReferenced = true;
  #owner;
  pid = undefined;
  errno = undefined; // its own, whatever there is on Object.prototype

  constructor(onExit, owner) {
    this.onexit = onExit;
    this.#owner = owner;
  }

  // Our ends of the child's descriptors. A failure that is reported by an event is stored in `this.errno`.
  spawn(options, fds) {
    const { file, args, envPairs, cwd, detached, uid, gid } = options;
    this.#channel = openChannel(this.#scope.receiver(({ 0: code, 1: signal }) => {
      closeChannel(this.#channel);
      active.remove(this);
      this.onexit(code, signal === 0 ? null : namesByNumber[signal]);
      this.#scope.destroy();
    }), Kind.CHILD);
    const answer = native.spawn(file, ArrayPrototypeMap(args, String), envPairs, cwd || undefined, fds, detached,
      uid ?? -1, gid ?? -1, this.#channel);
    const { 0: pid } = answer;
    const ours = ArrayPrototypeSlice(answer, 1);
    if (pid > 0) {
      this.pid = pid;
      active.add(this, 'ProcessWrap', this.#owner);
    } else {
      this.errno = pid;
      closeChannel(this.#channel);
      this.#scope.destroy();
    }
    return ours;
  }

  getAsyncId() { return this.#scope.asyncId; }

  kill(signal) { return this.pid === undefined ? ESRCH : process._kill(this.pid, signal); }

  ref() { this.#setReferenced(true); }

  unref() { this.#setReferenced(false); }

  hasRef() { return this.#isReferenced; }

  #setReferenced(referenced) {
    this.#isReferenced = referenced;
    if (this.pid !== undefined) native.setReferenced(this.#channel, referenced);
  }
}

function ChildProcess() {
  FunctionPrototypeCall(EventEmitter, this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = new ProcessHandle((code, signal) => onExit(this, code, signal), this);
  if (processChannel.hasSubscribers) processChannel.publish({ process: this });
}
ObjectSetPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(ChildProcess, EventEmitter);

function onExit(child, code, signal) {
  if (signal) child.signalCode = signal;
  else child.exitCode = code;
  child.stdin?.destroy();
  child._handle = null;
  if (code < 0) child.emit('error', spawnError(child, code));
  else child.emit('exit', child.exitCode, child.signalCode);
  // Streams that nobody reads are drained, so that they close. This is deferred, because an 'exit' listener may still start
  // to read them.
  process.nextTick(drainUnread, child);
  maybeClose(child);
}

function spawnError(child, errno) {
  const { spawnfile, spawnargs } = child;
  const error = new ErrnoException(errno, spawnfile ? `spawn ${spawnfile}` : 'spawn');
  if (spawnfile) error.path = spawnfile;
  error.spawnargs = ArrayPrototypeSlice(spawnargs, 1);
  return error;
}

function drainUnread(child) {
  for (let i = 0, list = child.stdio ?? []; i < list.length; i++) {
    const stream = list[i];
    if (stream?.readable && !stream[kIsUsedAsStdio]) stream.resume();
  }
}

function maybeClose(child) {
  child._closesGot++;
  if (child._closesGot === child._closesNeeded) child.emit('close', child.exitCode, child.signalCode);
}

ChildProcess.prototype.spawn = function spawn(options) {
  validateObject(options, 'options');
  const entries = stdioEntries(options.stdio || 'pipe', false);
  options.stdio = entries;
  validateOneOf(options.serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  const serialization = options.serialization || 'json';
  const ipc = ArrayPrototypeFindIndex(entries, (entry) => entry.ipc);
  if (ipc >= 0) {
    if (options.envPairs === undefined) options.envPairs = [];
    else validateArray(options.envPairs, 'options.envPairs');
    ArrayPrototypePush(options.envPairs, `NODE_CHANNEL_FD=${ipc}`, `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`);
  }
  validateString(options.file, 'options.file');
  this.spawnfile = options.file;
  if (options.args !== undefined) validateArray(options.args, 'options.args');
  this.spawnargs = options.args ?? [];
  const ours = start(this, options, entries);
  if (ours.length === 0) return this._handle.errno; // no descriptors are left for streams
  this.pid = this._handle.pid;
  openStreams(this, entries, ours);
  if (ipc >= 0) {
    this._closesNeeded++;
    require('internal/child_process/channel').setup(this, ours[ipc], serialization, () => maybeClose(this));
  }
  return this._handle.errno ?? 0;
};

function start(child, options, entries) {
  if (spawnChannel.hasSubscribers) spawnChannel.start.publish({ process: child, options });
  let ours;
  try {
    const full = { __proto__: null, envPairs: [], ...options, args: child.spawnargs };
    ours = child._handle.spawn(full, ArrayPrototypeMap(entries, ({ fd }) => fd));
  } catch (refused) {
    child._handle = null;
    if (refused.errno === undefined) throw refused;
    const error = new ErrnoException(refused.errno, 'spawn');
    if (spawnChannel.hasSubscribers) spawnChannel.error.publish({ process: child, error });
    throw error;
  }
  const { errno } = child._handle;
  if (errno === undefined) {
    if (spawnChannel.hasSubscribers) spawnChannel.end.publish({ process: child });
    process.nextTick(() => child.emit('spawn'));
  } else {
    if (spawnChannel.hasSubscribers) {
      spawnChannel.error.publish({ process: child, error: new ErrnoException(errno, 'spawn') });
    }
    process.nextTick(() => child._handle.onexit(errno));
  }
  return ours;
}

function openStreams(child, entries, ours) {
  child.stdio = ArrayPrototypeMap(entries, (entry, i) => {
    if (entry.type === 'wrap') yieldToChild(entry);
    if (entry.ipc || entry.type !== 'pipe' && entry.type !== 'overlapped') return null;
    const stream = new Socket({ handle: StreamHandle.adopt('PIPE', ours[i]), readable: i > 0 });
    if (i > 0) {
      child._closesNeeded++;
      stream.on('close', () => maybeClose(child));
    }
    return stream;
  });
  ({ 0: child.stdin, 1: child.stdout, 2: child.stderr } = child.stdio);
}

ChildProcess.prototype.kill = function kill(given) {
  const signal = given === 0 ? 0 : convertToValidSignal(given === undefined ? 'SIGTERM' : given);
  if (!this._handle) return false;
  const errno = this._handle.kill(signal);
  if (errno === 0) {
    this.killed = true;
    return true;
  }
  if (errno === EINVAL || errno === ENOSYS) throw new ErrnoException(errno, 'kill');
  if (errno !== ESRCH) this.emit('error', new ErrnoException(errno, 'kill'));
  return false;
};

ChildProcess.prototype[SymbolDispose] = function() {
  if (!this.killed) this.kill();
};

ChildProcess.prototype.ref = function ref() {
  this._handle?.ref();
};

ChildProcess.prototype.unref = function unref() {
  this._handle?.unref();
};

module.exports = { ChildProcess };
