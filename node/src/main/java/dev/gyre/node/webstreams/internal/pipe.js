'use strict';

// readable.pipeTo(writable), without a promise for each chunk: the pipe itself is both the read request and the write
// request. Chunks in the source's queue are passed on in a loop, until the destination signals backpressure. A chunk that
// arrives by enqueue() is written in a microtask of its own, never inside of enqueue().
//
// "Shutdown" is the standard's term for the end: chunks that were read are written first, then an action (abort, cancel,
// close) is performed on the other end, then both locks are released.

const { PromiseAll, SymbolDispose } = require('internal/primordials');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { Deferred, invalidState, nothing, then, upon } = require('internal/webstreams/util');
const { WriterCore } = require('internal/webstreams/writable_core');

class Pipe {
  #source;
  #dest;
  #reader;
  #writer;
  #options;
  #finished = new Deferred();
  #shuttingDown = false;
  #arrived = undefined; // { chunk } that was read and waits for its microtask
  #writes = 0; // number of pending writes
  #idle = undefined; // Deferred: resolved when the last of them is settled
  #listener = undefined;
  #step = () => this.#run();
  #write = () => this.#writeArrived();

  constructor(source, dest, options) {
    this.#source = source;
    this.#dest = dest;
    this.#options = options;
    this.#reader = new ReaderCore(source, false);
    this.#writer = new WriterCore(dest);
    source.disturbed = true;
  }

  start() {
    const source = this.#source;
    const dest = this.#dest;
    const { preventAbort, preventCancel, preventClose, signal } = this.#options;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#abort(signal);
        return this.#finished.promise;
      }
      const { addAbortListener } = require('internal/events/abort_listener');
      this.#listener = addAbortListener(signal, () => this.#abort(signal));
    }

    const sourceErrored = (error) => {
      this.#shutdown(preventAbort ? undefined : () => dest.abort(error), { error });
    };
    const destErrored = (error) => {
      this.#shutdown(preventCancel ? undefined : () => source.cancel(error), { error });
    };
    const sourceClosed = () => {
      this.#shutdown(preventClose ? undefined : () => this.#writer.closeWithErrorPropagation());
    };
    if (source.state === 'errored') sourceErrored(source.storedError);
    else then(this.#reader.closed, undefined, sourceErrored);
    if (dest.state === 'errored') destErrored(dest.storedError);
    else then(this.#writer.closed, undefined, destErrored);
    if (source.state === 'closed') sourceClosed();
    else then(this.#reader.closed, sourceClosed, nothing);
    if (dest.isClosing || dest.state === 'closed') destErrored(invalidState('Destination WritableStream is closed'));

    upon(undefined, this.#step);
    return this.#finished.promise;
  }

  #abort(signal) {
    const { preventAbort, preventCancel } = this.#options;
    const source = this.#source;
    const dest = this.#dest;
    const error = signal.reason;
    this.#shutdown(() => PromiseAll([
      preventAbort || dest.state !== 'writable' ? undefined : dest.abort(error),
      preventCancel || source.state !== 'readable' ? undefined : source.cancel(error),
    ]), { error });
  }

  // ---- chunks

  #run() {
    const { controller } = this.#source;
    while (!this.#shuttingDown && this.#source.state === 'readable' && this.#dest.state === 'writable') {
      if (this.#dest.backpressure) {
        this.#writer.whenReady(this.#step);
        return;
      }
      if (controller.isBytes || controller.queue.length === 0) {
        this.#reader.read(this);
        return;
      }
      this.#send(controller.take());
    }
  }

  #send(chunk) {
    this.#writes++;
    if (this.#writer.write(chunk, this) !== undefined) this.#settled();
  }

  #writeArrived() {
    if (this.#arrived === undefined) return;
    const { chunk } = this.#arrived;
    this.#arrived = undefined;
    this.#send(chunk);
    this.#run();
  }

  // As a read request …

  chunk(chunk) {
    this.#arrived = { chunk };
    upon(undefined, this.#write);
  }

  close() {}

  error() {}

  // … and as a write request.

  fulfill() { this.#settled(); }

  fail() { this.#settled(); }

  #settled() {
    this.#writes--;
    if (this.#writes === 0) this.#idle?.fulfill();
  }

  // ---- the end

  // `failure`, { error } or undefined, is the result of the pipe's promise unless the action fails.
  #shutdown(action, failure) {
    if (this.#shuttingDown) return;
    this.#shuttingDown = true;
    const act = () => {
      if (action === undefined) this.#finalize(failure);
      else upon(action(), () => this.#finalize(failure), (error) => this.#finalize({ error }));
    };
    if (this.#dest.state !== 'writable' || this.#dest.isClosing) {
      act();
      return;
    }
    if (this.#arrived !== undefined) this.#writeArrived();
    if (this.#writes > 0) this.#idle = new Deferred();
    upon(this.#idle?.promise, act);
  }

  #finalize(failure) {
    this.#writer.release();
    this.#reader.release();
    this.#listener?.[SymbolDispose]();
    if (failure === undefined) this.#finished.resolve();
    else this.#finished.reject(failure.error);
  }
}

const pipe = (source, dest, options) => new Pipe(source, dest, options).start();

module.exports = { pipe };
