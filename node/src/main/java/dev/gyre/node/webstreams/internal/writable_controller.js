'use strict';

// The queue of a WritableStream: passes one write at a time to the sink, then the close.

const { SizedQueue, asPromise, upon } = require('internal/webstreams/util');

class WritableController {
  stream;
  sink;
  highWaterMark;
  queue;
  written;
  writeFailed;
  started = false;
  closeQueued = false; // corresponds to the close sentinel at the end of the standard's queue
  facade = undefined;
  #abortController = undefined;
  #aborted = undefined; // { reason }

  // `sink` has write(chunk), close() and abort(reason), each of them optional.
  constructor(stream, sink, highWaterMark, size) {
    this.stream = stream;
    this.sink = sink;
    this.highWaterMark = highWaterMark;
    this.queue = new SizedQueue(size);
    this.written = () => this.#written();
    this.writeFailed = (error) => this.#writeFailed(error);
    stream.controller = this;
    stream.updateBackpressure(this.desiredSize <= 0);
  }

  start(startAlgorithm) {
    const { stream } = this;
    upon(asPromise(startAlgorithm?.()), () => {
      this.started = true;
      this.advance();
    }, (error) => {
      this.started = true;
      stream.dealWithRejection(error);
    });
  }

  // ---- the signal, created at its first use

  get signal() {
    if (this.#abortController === undefined) {
      const { AbortController } = require('internal/events/abort_controller');
      this.#abortController = new AbortController();
      if (this.#aborted !== undefined) this.#abortController.abort(this.#aborted.reason);
    }
    return this.#abortController.signal;
  }

  signalAbort(reason) {
    if (this.#aborted !== undefined) return;
    this.#aborted = { reason };
    this.#abortController?.abort(reason);
  }

  // ---- the queue

  get desiredSize() { return this.highWaterMark - this.queue.total; }

  sizeOf(chunk) {
    const { size } = this.queue;
    if (size === undefined || this.sink === undefined) return 1;
    try {
      return size(chunk);
    } catch (error) {
      this.errorIfNeeded(error);
      return 1;
    }
  }

  write(chunk, size) {
    try {
      this.queue.push(chunk, size);
    } catch (error) {
      this.errorIfNeeded(error);
      return;
    }
    const { stream } = this;
    if (!stream.isClosing && stream.state === 'writable') stream.updateBackpressure(this.desiredSize <= 0);
    this.advance();
  }

  close() {
    this.closeQueued = true;
    this.advance();
  }

  advance() {
    const { stream } = this;
    if (!this.started || stream.inFlightWrite !== undefined) return;
    if (stream.state === 'erroring') stream.finishErroring();
    else if (this.queue.length > 0) this.#processWrite(this.queue.peek());
    else if (this.closeQueued) this.#processClose();
  }

  #processWrite(chunk) {
    const { stream } = this;
    stream.inFlightWrite = stream.writeRequests.shift();
    upon(this.sink.write?.(chunk), this.written, this.writeFailed);
  }

  #written() {
    const { stream } = this;
    stream.finishInFlightWrite();
    this.queue.shift();
    if (!stream.isClosing && stream.state === 'writable') stream.updateBackpressure(this.desiredSize <= 0);
    this.advance();
  }

  #writeFailed(error) {
    if (this.stream.state === 'writable') this.sink = undefined;
    this.stream.failInFlightWrite(error);
  }

  #processClose() {
    const { stream } = this;
    stream.inFlightClose = stream.closeRequest;
    stream.closeRequest = undefined;
    this.closeQueued = false;
    const result = this.sink.close?.();
    this.sink = undefined;
    upon(result, () => stream.finishInFlightClose(), (error) => stream.failInFlightClose(error));
  }

  // ---- errors

  errorIfNeeded(error) {
    if (this.stream.state === 'writable') this.error(error);
  }

  error(error) {
    this.sink = undefined;
    this.stream.startErroring(error);
  }

  errored() {
    this.queue.clear();
    this.closeQueued = false;
  }

  abort(reason) {
    const result = this.sink?.abort?.(reason);
    this.sink = undefined;
    return result;
  }
}

module.exports = { WritableController };
