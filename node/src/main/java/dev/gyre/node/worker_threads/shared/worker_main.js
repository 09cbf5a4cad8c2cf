'use strict';

// The main program of a worker: it opens the port to its parent and runs the script that comes as the first message. Errors
// that nobody catches go to the parent, and so does what is written to the standard streams.

const { ArrayPrototypePush, ArrayPrototypeSplice, ObjectDefineProperty, StringPrototypeReplaceAll } = require('internal/primordials');
const { openChannel } = require('internal/bridge');
const options = require('internal/options');
const { unavailable } = require('internal/process/embedded');
const { useShared } = require('internal/process/env');
const { openPort, receiveMessageOnPort, warmUp: warmUpPorts } = require('internal/worker_threads/message_port');
const { MessageType, ReadableWorkerStdio, WritableWorkerStdio, kWaiting, kWantsMore, end, pushAll } =
  require('internal/worker_threads/stdio');
const { environmentData, inherit } = require('internal/worker_threads/environment_data');
const { listenToMain } = require('internal/worker_threads/thread_messages');
const thread = require('internal/worker_threads/thread');
const { currentPlace, onUncaughtException } = require('internal/process/fatal');
const asyncIds = require('internal/async_ids');

const EXIT_UNCAUGHT = 1;
const NAME = '[worker eval]';
const NAME_FOR_V8 = '[worker_eval]'; // a sourceURL can't contain a space

// ---- process in a worker

function defineStreams(port, hasStdin) {
  let streams;
  const all = () => {
    if (streams === undefined) {
      port[kWaiting] = 0;
      streams = {
        stdin: new ReadableWorkerStdio(port, 'stdin'),
        stdout: new WritableWorkerStdio(port, 'stdout'),
        stderr: new WritableWorkerStdio(port, 'stderr'),
      };
      process.on('exit', () => {
        // What waits for the parent's consent is written now: there is no later.
        streams.stdout[kWantsMore]();
        streams.stderr[kWantsMore]();
      });
      if (!hasStdin) end(streams.stdin);
    }
    return streams;
  };
  for (let i = 0, names = ['stdout', 'stdin', 'stderr']; i < names.length; i++) {
    const name = names[i];
    ObjectDefineProperty(process, name, { __proto__: null, configurable: true, enumerable: true, get: () => all()[name] });
  }
}

// The channel of a forked process belongs to its main thread.
function hideChannel() {
  const { env } = process;
  if (!env.NODE_CHANNEL_FD) return;
  for (let i = 0, names = ['channel', 'connected']; i < names.length; i++) {
    ObjectDefineProperty(process, names[i], { __proto__: null, enumerable: false, get: unavailable(names[i]) });
  }
  process.send = unavailable('send()');
  process.disconnect = unavailable('disconnect()');
}

// ---- errors

// While the text of `eval: true` runs. As in Node, its errors have the source line above their stack, and others have not.
let isEvaluating = false;

// In place of the report of an uncaught error. `process` has emitted 'exit' if nobody has handled the error.
function sendUncaught(port, error, fromPromise) {
  let sent = error;
  const isOfText = isEvaluating && !process._exiting;
  isEvaluating = false;
  try {
    if (onUncaughtException(error, fromPromise)) return true;
  } catch (thrown) {
    sent = thrown; // by a handler
    process._exiting = true;
    process.exitCode = EXIT_UNCAUGHT;
  }
  let form;
  try {
    if (sent === error && !fromPromise && isOfText) require('internal/process/fatal_report').decorate(error, currentPlace());
    if (typeof sent.stack === 'string') sent.stack = StringPrototypeReplaceAll(sent.stack, NAME_FOR_V8, NAME);
  } catch {
    // Its stack can't be read or written.
  }
  try {
    form = require('internal/worker_threads/error_form').toForm(sent);
  } catch {
    // It can't even be inspected.
  }
  port.postMessage(form === undefined ? { type: MessageType.LOST_ERROR } : { type: MessageType.ERROR, error: form });
  asyncIds.unwind();
  process.exit();
  return false;
}

// ---- the script

function load(port, message, main) {
  const { kind, filename, argv, workerData, environmentData, parentPort, threadPort } = message;
  if (argv !== undefined) for (let i = 0; i < argv.length; i++) ArrayPrototypePush(process.argv, argv[i]);
  const exports = require('worker_threads');
  exports.parentPort = kind === 'core' ? null : parentPort;
  exports.workerData = kind === 'core' ? null : workerData;
  inherit(environmentData);
  listenToMain(threadPort);
  main.prepare(kind === 'core');
  port.postMessage({ type: MessageType.ONLINE });
  if (kind === 'core') {
    exports.isInternalThread = true;
    require(filename).start(workerData);
    return;
  }
  if (options.get('--experimental-network-inspection')) require('internal/inspector/network_tracking').start();
  if (kind === 'data') {
    main.runURL(filename);
    return;
  }
  if (kind === 'eval') ObjectDefineProperty(process, '_eval', { __proto__: null, configurable: true, enumerable: true, value: filename });
  ArrayPrototypeSplice(process.argv, 1, 0, kind === 'eval' ? NAME : filename);
  if (kind !== 'eval') {
    main.runFile(filename);
    return;
  }
  isEvaluating = true;
  main.runText(NAME, filename);
  isEvaluating = false;
}

// main: { prepare, runFile, runText, runURL }, see internal/main
function start(main) {
  if (binding('worker').sharesEnvironment()) useShared();
  const { 0: threadId, 1: threadName, 2: portNumber, 3: limits } = binding('worker').self();
  const resourceLimits = thread.limitsObject(limits);
  for (let i = 0, list = [thread, require('worker_threads')]; i < list.length; i++) {
    const object = list[i]; // they are in the snapshot as the main thread has them
    object.isMainThread = false;
    object.threadId = threadId;
    object.threadName = threadName;
    object.resourceLimits = resourceLimits;
  }
  hideChannel();
  require('internal/trace_events/tracing').startInWorker(threadName, threadId);
  const port = openPort(portNumber);
  binding('worker').watchDescriptors(openChannel((text) => process.emitWarning(text)));
  const { message: script } = receiveMessageOnPort(port); // it was posted before the thread was started
  defineStreams(port, script.hasStdin);
  if (script.clusterSerialization === undefined) {
    process._fatalException = (error, fromPromise) => sendUncaught(port, error, fromPromise);
  } else { // as in a process: the report of an error goes to the standard error
    require('internal/worker_threads/cluster_channel').open(script.clusterSerialization);
  }
  port.on('message', (message) => {
    if (message.type === MessageType.CHUNKS) pushAll(process[message.stream], message.chunks);
    else process[message.stream][kWantsMore]();
  });
  port.unref();
  require('internal/watch_mode/dependencies').reportBy((kind, names) => port.postMessage({ type: MessageType.LOADED, kind, names }));
  load(port, script, main);
}

// See internal/main.
function warmUp() {
  warmUpPorts({ type: MessageType.LOAD_SCRIPT, kind: 'eval', filename: NAME, argv: undefined, environmentData, hasStdin: false });
}

module.exports = { start, warmUp };
