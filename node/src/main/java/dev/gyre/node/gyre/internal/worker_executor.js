'use strict';

// Runs a pool's tasks in worker threads of this process. It is the first implementation of the interface between a pool and
// the place where tasks run; docs/pool.md describes it.

const { fromMessage } = require('internal/gyre/errors_as_messages');
const timers = require('timers');

const START = "process.getBuiltinModule('gyre:pool/worker')";
const READY = 'ready';

// A worker that was asked to end and does not (its loop is blocked) is terminated after this time.
const STOP_LIMIT_MS = 1000;

class WorkerRunner {
  #worker;
  #port;
  #listener;
  #error = undefined; // what ended it
  #stopTimer = undefined;
  #threadId;

  constructor({ target, name, workerData, env, argv, execArgv, resourceLimits }, listener) {
    const { MessageChannel, Worker } = require('worker_threads');
    const { port1, port2 } = new MessageChannel();
    this.#listener = listener;
    this.#port = port1;
    try {
      this.#worker = new Worker(START, {
        __proto__: null, eval: true, name, env, argv, execArgv, resourceLimits,
        workerData: { port: port2, target, data: workerData },
        transferList: [port2],
      });
    } catch (error) {
      port1.close();
      throw error;
    }
    this.#threadId = this.#worker.threadId;
    this.#listen();
  }

  // -1 when it has ended.
  get threadId() { return this.#threadId; }

  #listen() {
    const worker = this.#worker;
    const port = this.#port;
    port.on('message', (message) => this.#receive(message));
    port.on('messageerror', (error) => this.#listener.failed(undefined, error));
    worker.on('message', (value) => this.#listener.message(value));
    worker.on('error', (error) => { this.#error = error; });
    worker.on('exit', (exitCode) => this.#ended(exitCode));
    // The pool keeps the process alive while it has tasks; its threads alone do not. Listeners would undo this.
    port.unref();
    worker.unref();
  }

  #receive(message) {
    if (message === READY) this.#listener.ready();
    else if (message.failure === undefined) this.#listener.done(message.id, message.value);
    else if (message.id !== undefined) this.#listener.failed(message.id, fromMessage(message.failure));
    else this.#loadFailed(fromMessage(message.failure));
  }

  #loadFailed(error) {
    this.#error ??= error;
    this.#port.postMessage(null);
  }

  #ended(exitCode) {
    timers.clearTimeout(this.#stopTimer);
    // A result that it sent before it ended counts.
    const { receiveMessageOnPort } = require('worker_threads');
    for (let left = receiveMessageOnPort(this.#port); left !== undefined; left = receiveMessageOnPort(this.#port)) {
      this.#receive(left.message);
    }
    this.#port.close();
    this.#listener.gone({ error: this.#error, exitCode });
  }

  // Sends a task. Throws if the value can't be sent; the runner is as it was then.
  run(id, value, transferList) {
    this.#port.postMessage({ id, value }, transferList);
  }

  // Ends when what it is doing is done.
  stop() {
    this.#port.postMessage(null);
    this.#stopTimer = timers.setTimeout(() => this.kill(), STOP_LIMIT_MS);
    this.#stopTimer.unref();
  }

  // Ends at once.
  kill() {
    this.#worker.terminate();
  }
}

class WorkerExecutor {
  start(job, listener) {
    return new WorkerRunner(job, listener);
  }
}

module.exports = { WorkerExecutor };
