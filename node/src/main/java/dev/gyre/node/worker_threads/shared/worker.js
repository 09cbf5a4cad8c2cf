'use strict';

// The class Worker: a thread as its parent sees it.
//
//   parent                                     worker
//   Worker.postMessage ──── public port ────── parentPort
//   Worker (private) ────── private port ───── internal/worker_threads/worker_main
//                           script, 'online', errors, chunks of the standard streams, with --watch the names of loaded files
//   main thread ─────────── thread port ────── postMessageToThread
//
// All three channels are made by the parent. Java carries the worker's end of the private port to the new runtime; the other
// two ports go with the first message on it. The end of the thread is reported by Java, when everything that the worker has
// posted is in the parent's ports: these are emptied before 'exit'.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, FunctionPrototypeBind, MathMax, ObjectEntries, Promise,
  PromiseResolve, ReflectApply, RegExpPrototypeExec, String, StringPrototypeTrim, Symbol, SymbolAsyncDispose, SymbolFor,
  itemsOf,
} = require('internal/primordials');
const EventEmitter = require('events');
const path = require('path');
const { URL, fileURLToPath } = require('url');
const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_WORKER_INVALID_EXEC_ARGV, ERR_WORKER_PATH, ERR_WORKER_UNSERIALIZABLE_ERROR,
  },
  codes,
} = require('internal/errors');
const { validateArray, validateString } = require('internal/validators');
const { kNewListener, kRemoveListener } = require('internal/events/event_target');
const { MessageChannel, openPort, receiveMessageOnPort, setReceiving } = require('internal/worker_threads/message_port');
const { MessageType, ReadableWorkerStdio, WritableWorkerStdio, kKeepsAlive, kPort, kWaiting, kWantsMore, end, pushAll } =
  require('internal/worker_threads/stdio');
const { WorkerHandle } = require('internal/worker_threads/handle');
const { limitsObject } = require('internal/worker_threads/thread');
const { environmentData } = require('internal/worker_threads/environment_data');
const { registerThread, unregisterThread } = require('internal/worker_threads/thread_messages');
const clusterChannel = require('internal/worker_threads/cluster_channel');
const { variablesOf, share } = require('internal/process/env');
const diagnostics = require('diagnostics_channel');

const native = binding('worker');

const SHARE_ENV = SymbolFor('nodejs.worker_threads.SHARE_ENV');
const DEFAULT_NAME = 'WorkerThread';

const kHandle = Symbol('kHandle');
const kPublicPort = Symbol('kPublicPort');
const kParentSideStdio = Symbol('kParentSideStdio');
const kLoopStartTime = Symbol('kLoopStartTime');
const kIsOnline = Symbol('kIsOnline');
const kOnExit = Symbol('kOnExit');
const kOnMessage = Symbol('kOnMessage');
const kCoreModule = Symbol('kCoreModule'); // an option for the core: the worker runs this module's start(workerData)

const figures = () => require('internal/worker_threads/figures');

const startChannel = diagnostics.channel('worker_threads');

// ---- the arguments of the constructor

const isURL = (value) => value instanceof URL || (value?.href !== undefined && value.protocol !== undefined &&
  value.auth === undefined && value.path === undefined);

// How the worker gets its script: as a text ('eval'), from a data: URL or from a file.
function scriptOf(filename, options) {
  if (options[kCoreModule] !== undefined) return { kind: 'core', filename: options[kCoreModule] };
  if (options.eval) {
    if (typeof filename !== 'string') {
      throw new ERR_INVALID_ARG_VALUE('options.eval', options.eval, "must be false when 'filename' is not a string");
    }
    return { kind: 'eval', filename };
  }
  if (isURL(filename)) {
    if (filename.protocol === 'data:') return { kind: 'data', filename: `${filename}` };
    return { kind: 'file', filename: fileURLToPath(filename) };
  }
  if (typeof filename !== 'string') throw new ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
  if (path.isAbsolute(filename) || RegExpPrototypeExec(/^\.\.?[\\/]/, filename) !== null) {
    return { kind: 'file', filename: path.resolve(filename) };
  }
  throw new ERR_WORKER_PATH(filename);
}

// Names and values in turn; undefined to share the variables of this thread.
function variablesFor({ env }) {
  if (env === SHARE_ENV) {
    share();
    return undefined;
  }
  if (env === undefined || env === null) return variablesOf(process.env);
  if (typeof env !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options.env', ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
  }
  const variables = [];
  for (let i = 0, entries = ObjectEntries(env); i < entries.length; i++) {
    ArrayPrototypePush(variables, entries[i][0]);
    ArrayPrototypePush(variables, `${entries[i][1]}`);
  }
  return variables;
}

// The options of the worker: those of this thread, unless it is given an execArgv or variables of its own.
function optionsFor({ execArgv, env }, variables) {
  const hasVariables = typeof env === 'object' && env !== null;
  if (!ArrayIsArray(execArgv) && !hasVariables) return { execArgv: undefined, nodeOptions: undefined };
  const nodeOptions = (hasVariables ? valueIn(variables, 'NODE_OPTIONS') : process.env.NODE_OPTIONS) ?? '';
  if (hasVariables && nodeOptions !== process.env.NODE_OPTIONS) {
    const wrong = native.checkNodeOptions(nodeOptions);
    if (wrong.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(wrong, 'invalid NODE_OPTIONS env variable');
  }
  if (!ArrayIsArray(execArgv)) return { execArgv: process.execArgv, nodeOptions };
  const words = ArrayPrototypeMap(execArgv, (word) => `${word}`);
  const wrong = native.checkWords(words);
  if (wrong.length > 0) throw new ERR_WORKER_INVALID_EXEC_ARGV(wrong);
  return { execArgv: words, nodeOptions };
}

function valueIn(variables, name) {
  for (let i = 0; i < variables.length; i += 2) if (variables[i] === name) return variables[i + 1];
  return undefined;
}

const orNone = (figure) => (typeof figure === 'number' ? figure : -1);

function limitsOf(limits) {
  if (typeof limits !== 'object' || limits === null) return [-1, -1, -1, -1];
  const old = orNone(limits.maxOldGenerationSizeMb);
  return [orNone(limits.maxYoungGenerationSizeMb), old === -1 ? -1 : MathMax(old, 2), orNone(limits.codeRangeSizeMb),
    orNone(limits.stackSizeMb)];
}

function nameOf({ name }) {
  if (!name) return DEFAULT_NAME;
  validateString(name, 'options.name');
  return StringPrototypeTrim(name);
}

// ---- streams

// Every worker adds listeners to process.stdout; that is no leak.
function pipeWithoutWarning(source, target) {
  const { _maxListeners: ofSource } = source;
  const { _maxListeners: ofTarget } = target;
  source.setMaxListeners(Infinity);
  target.setMaxListeners(Infinity);
  source.pipe(target);
  source._maxListeners = ofSource;
  target._maxListeners = ofTarget;
}

// The worker's standard output or error. The stream is made when somebody asks for it: the program, or the worker, which has
// written something. Most workers never do.
class Output {
  #port;
  #name;
  #isForProgram;
  #stream;
  #isEnded = false;

  constructor(port, name, isForProgram) {
    this.#port = port;
    this.#name = name;
    this.#isForProgram = isForProgram;
  }

  get stream() { return this.#stream ??= this.#make(); }

  #make() {
    const stream = new ReadableWorkerStdio(this.#port, this.#name);
    if (!this.#isForProgram) {
      stream[kKeepsAlive] = false;
      pipeWithoutWarning(stream, process[this.#name]);
    }
    if (this.#isEnded) end(stream);
    return stream;
  }

  end() {
    this.#isEnded = true;
    if (this.#stream !== undefined && !this.#stream.readableEnded) end(this.#stream);
  }
}

// ---- ports

// The public port delivers, and keeps the loop alive, while the worker has listeners for 'message'.
function receiveWhileListened(worker, port) {
  port.unref();
  const added = (before) => {
    if (before > 0) return;
    port.ref();
    port.start();
  };
  const removed = (left) => {
    if (left > 0) return;
    setReceiving(port, false);
    port.unref();
  };
  worker.on('newListener', (name) => { if (name === 'message') added(worker.listenerCount(name)); });
  worker.on('removeListener', (name) => { if (name === 'message') removed(worker.listenerCount(name)); });
  // For programs that treat a Worker as an EventTarget, as in Node.
  worker[kNewListener] = (size, type) => { if (type === 'message') added(size - 1); };
  worker[kRemoveListener] = (size, type) => { if (type === 'message') removed(size); };
}

function receiveAll(port, receive) {
  for (let found = receiveMessageOnPort(port); found !== undefined; found = receiveMessageOnPort(port)) receive(found.message);
}

class Worker extends EventEmitter {
  constructor(filename, options = {}) {
    super();
    if (options.execArgv) validateArray(options.execArgv, 'options.execArgv');
    let argv;
    if (options.argv) {
      validateArray(options.argv, 'options.argv');
      argv = ArrayPrototypeMap(options.argv, (value) => String(value));
    }
    const script = scriptOf(filename, options);
    const variables = variablesFor(options);
    const name = nameOf(options);

    const { execArgv, nodeOptions } = optionsFor(options, variables);
    const handle = new WorkerHandle({
      name,
      variables,
      execArgv,
      nodeOptions,
      limits: limitsOf(options.resourceLimits),
      tracksDescriptors: !!(options.trackUnmanagedFds ?? true),
      url: script.kind === 'eval' ? '[worker eval]' : script.filename,
    });
    this[kHandle] = handle;
    handle.onexit = (code, error, reason) => this[kOnExit](code, error, reason);

    const channel = options[clusterChannel.kChannel];
    if (channel !== undefined) clusterChannel.give(handle.threadId, channel.fd);

    const { 0: ownNumber, 1: workersNumber } = binding('messages').openChannel();
    const ownPort = openPort(ownNumber);
    handle.messagePort = ownPort;
    this[kPort] = ownPort;
    ownPort.on('message', (message) => this[kOnMessage](message));
    ownPort.unref();
    ownPort[kWaiting] = 0;
    this[kParentSideStdio] = {
      stdin: options.stdin ? new WritableWorkerStdio(ownPort, 'stdin') : null,
      stdout: new Output(ownPort, 'stdout', options.stdout),
      stderr: new Output(ownPort, 'stderr', options.stderr),
    };

    const threadPort = registerThread(handle.threadId);
    const { port1: publicPort, port2: parentPort } = new MessageChannel();
    this[kPublicPort] = publicPort;
    publicPort.on('message', (message) => this.emit('message', message));
    publicPort.on('messageerror', (error) => this.emit('messageerror', error));
    receiveWhileListened(this, publicPort);
    const transferred = [threadPort, parentPort];
    if (options.transferList) for (const item of itemsOf(options.transferList)) ArrayPrototypePush(transferred, item);
    ownPort.postMessage({
      type: MessageType.LOAD_SCRIPT,
      kind: script.kind,
      filename: script.filename,
      argv,
      workerData: options.workerData,
      environmentData,
      hasStdin: !!options.stdin,
      clusterSerialization: channel?.serialization,
      parentPort,
      threadPort,
    }, transferred);

    this[kLoopStartTime] = -1;
    this[kIsOnline] = false;
    this.performance = { eventLoopUtilization: FunctionPrototypeBind(eventLoopUtilization, this) };
    handle.startThread(workersNumber);
    if (script.kind === 'core') return;
    process.nextTick(() => process.emit('worker', this));
    if (startChannel.hasSubscribers) startChannel.publish({ worker: this });
  }

  [kOnExit](code, error, reason) {
    const { threadId } = this[kHandle];
    receiveAll(this[kPublicPort], (message) => this.emit('message', message));
    receiveAll(this[kPort], (message) => this[kOnMessage](message));
    unregisterThread(threadId);
    this.removeAllListeners('message');
    this[kPublicPort].unref();
    this[kPort].unref();
    this.#dispose();
    if (error) this.emit('error', new codes[error](reason));
    this.emit('exit', code);
    this.removeAllListeners();
  }

  #dispose() {
    this[kHandle].onexit = null;
    this[kHandle] = null;
    this[kPort] = null;
    this[kPublicPort] = null;
    const { stdout, stderr } = this[kParentSideStdio];
    stdout.end();
    stderr.end();
  }

  [kOnMessage](message) {
    switch (message.type) {
      case MessageType.ONLINE:
        this[kIsOnline] = true;
        this.emit('online');
        break;
      case MessageType.ERROR:
        this.emit('error', require('internal/worker_threads/error_form').fromForm(message.error));
        break;
      case MessageType.LOST_ERROR:
        this.emit('error', new ERR_WORKER_UNSERIALIZABLE_ERROR());
        break;
      case MessageType.CHUNKS:
        pushAll(this[kParentSideStdio][message.stream].stream, message.chunks);
        break;
      case MessageType.LOADED:
        require('internal/watch_mode/dependencies').report(message.kind, message.names);
        break;
      default: // WANTS_MORE
        this[kParentSideStdio][message.stream][kWantsMore]();
    }
  }

  postMessage(...args) {
    if (this[kPublicPort] === null) return;
    ReflectApply(this[kPublicPort].postMessage, this[kPublicPort], args);
  }

  terminate() {
    this.ref();
    if (this[kHandle] === null) return PromiseResolve();
    this[kHandle].stopThread();
    return new Promise((resolve) => { this.once('exit', resolve); });
  }

  async [SymbolAsyncDispose]() {
    await this.terminate();
  }

  ref() {
    if (this[kHandle] === null) return;
    this[kHandle].ref();
    this[kPublicPort].ref();
  }

  unref() {
    if (this[kHandle] === null) return;
    this[kHandle].unref();
    this[kPublicPort].unref();
  }

  get threadId() { return this[kHandle] === null ? -1 : this[kHandle].threadId; }

  get threadName() { return this[kHandle] === null ? null : this[kHandle].threadName; }

  get stdin() { return this[kParentSideStdio].stdin; }

  get stdout() { return this[kParentSideStdio].stdout.stream; }

  get stderr() { return this[kParentSideStdio].stderr.stream; }

  getHeapSnapshot(options) {
    require('internal/v8/heap_snapshot').snapshotOptions(options);
    return figures().heapSnapshot(this[kHandle]);
  }

  getHeapStatistics() { return figures().heapStatistics(this[kHandle]); }

  cpuUsage(prev) {
    figures().checkUsage(prev);
    return figures().cpuUsage(this[kHandle], prev);
  }

  startCpuProfile(options) {
    figures().checkProfileOptions(options);
    return figures().startCpuProfile(() => this[kHandle]);
  }

  startHeapProfile(options) {
    const wanted = require('internal/v8/profiles').heapOptions(options);
    return figures().startHeapProfile(() => this[kHandle], wanted);
  }

  get resourceLimits() { return this[kHandle] === null ? {} : limitsObject(this[kHandle].limits()); }
}

function eventLoopUtilization(later, earlier) {
  const times = this[kIsOnline] && this[kHandle] !== null ? this[kHandle].loopTimes() : undefined;
  const hasBegun = times !== undefined && times !== null && (times[0] !== 0 || times[1] !== 0);
  if (!hasBegun) return { idle: 0, active: 0, utilization: 0 };
  return require('internal/perf_hooks/event_loop').utilizationBetween(times[0], times[1], later, earlier);
}

module.exports = { SHARE_ENV, Worker, kCoreModule };
