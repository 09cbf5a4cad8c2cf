'use strict';

// A worker that is a thread, with the face of a ChildProcess. Messages go over a pair of connected sockets, as between
// processes: sent handles, backpressure, both serializations and the end of the channel are the same code.

const { ArrayPrototypeIncludes } = require('internal/primordials');
const EventEmitter = require('events');
const path = require('path');
const { codes: { ERR_INVALID_ARG_VALUE }, ErrnoException } = require('internal/errors');
const { convertToValidSignal } = require('internal/util');
const { validateOneOf } = require('internal/validators');
const { namesByNumber } = require('internal/signals');
const { setup } = require('internal/child_process/channel');
const { kChannel } = require('internal/worker_threads/cluster_channel');
const { LISTENS, SIGNAL } = require('internal/cluster/thread_signals');

const UV_ENOSYS = -38;

// What these do to a process that does not listen for them.
const IGNORED = ['SIGCHLD', 'SIGCONT', 'SIGURG', 'SIGWINCH'];
const STOPPING = ['SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU'];

// Settings that belong to a process.
function checkSettings(settings) {
  for (let i = 0, names = ['cwd', 'uid', 'gid', 'stdio']; i < names.length; i++) {
    const value = settings[names[i]];
    if (value !== undefined) throw new ERR_INVALID_ARG_VALUE(`settings.${names[i]}`, value, 'is not possible with threads');
  }
  validateOneOf(settings.serialization, 'settings.serialization', [undefined, 'json', 'advanced']);
}

class ThreadProcess extends EventEmitter {
  #worker;
  #listensFor = []; // names of signals
  #endSignal = null;
  #closesLeft = 2; // of the thread and the channel

  connected = false;
  exitCode = null;
  signalCode = null;
  killed = false;
  pid = process.pid;
  stdin = null;

  constructor(settings, id, env) {
    super();
    checkSettings(settings);
    const { args, exec, execArgv, silent, serialization = 'json' } = settings;
    const { 0: ours, 1: workers } = binding('net').socketPair();
    const { Worker } = require('worker_threads');
    const worker = new Worker(path.resolve(exec), {
      argv: args,
      execArgv: execArgv === process.execArgv ? undefined : execArgv,
      env,
      name: `cluster-worker-${id}`,
      stdout: silent,
      stderr: silent,
      [kChannel]: { fd: workers, serialization },
    });
    this.#worker = worker;
    this.stdout = silent ? worker.stdout : null;
    this.stderr = silent ? worker.stderr : null;
    this.stdio = [null, this.stdout, this.stderr, null];
    this.spawnfile = process.execPath;
    this.threadId = worker.threadId;
    setup(this, ours, serialization, () => this.#closed());
    this.on('internalMessage', ({ cmd, names }) => { if (cmd === LISTENS) this.#listensFor = names; });
    worker.on('error', (error) => this.emit('error', error));
    worker.on('exit', (code) => this.#exited(code));
    process.nextTick(() => this.emit('spawn'));
  }

  #exited(code) {
    if (this.#endSignal === null) this.exitCode = code;
    else this.signalCode = this.#endSignal;
    this.#worker = null;
    this.emit('exit', this.exitCode, this.signalCode);
    this.#closed();
  }

  #closed() {
    if (--this.#closesLeft === 0) this.emit('close', this.exitCode, this.signalCode);
  }

  // A signal that the worker does not listen for ends it, whatever it does.
  kill(given = 'SIGTERM') {
    const signal = given === 0 ? 0 : convertToValidSignal(given);
    if (this.#worker === null) return false;
    if (signal === 0) return true;
    const name = namesByNumber[signal];
    this.killed = true;
    if (ArrayPrototypeIncludes(this.#listensFor, name) && name !== 'SIGKILL' && this.connected) {
      this._send({ cmd: SIGNAL, name }, undefined, true);
    } else if (ArrayPrototypeIncludes(STOPPING, name)) {
      throw new ErrnoException(UV_ENOSYS, 'kill');
    } else if (!ArrayPrototypeIncludes(IGNORED, name)) {
      this.#endSignal ??= name;
      this.#worker.terminate();
    }
    return true;
  }

  ref() { this.#worker?.ref(); }

  unref() { this.#worker?.unref(); }
}

module.exports = { ThreadProcess };
