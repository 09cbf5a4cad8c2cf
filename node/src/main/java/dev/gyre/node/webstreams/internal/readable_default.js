'use strict';

// The internals of the default controller: a queue of chunks of any kind, and the source, which is pulled while the queue is
// below the high water mark.

const { SizedQueue, asPromise, upon } = require('internal/webstreams/util');

class DefaultController {
  stream;
  source;
  highWaterMark;
  queue;
  pulled;
  failed;
  started = false;
  closeRequested = false;
  pullAgain = false;
  pulling = false;
  facade = undefined;
  isBytes = false;

  // `source` has pull() and cancel(reason), both optional.
  constructor(stream, source, highWaterMark, size) {
    this.stream = stream;
    this.source = source;
    this.highWaterMark = highWaterMark;
    this.queue = new SizedQueue(size);
    this.pulled = () => this.#pulled();
    this.failed = (error) => this.error(error);
    stream.controller = this;
  }

  start(startAlgorithm) {
    upon(asPromise(startAlgorithm?.()), () => {
      this.started = true;
      this.pullIfNeeded();
    }, this.failed);
  }

  get desiredSize() {
    const { state } = this.stream;
    if (state === 'errored') return null;
    return state === 'closed' ? 0 : this.highWaterMark - this.queue.total;
  }

  get canCloseOrEnqueue() { return !this.closeRequested && this.stream.state === 'readable'; }

  get hasBackpressure() { return !this.#shouldPull(); }

  #shouldPull() {
    if (!this.started || !this.canCloseOrEnqueue) return false;
    return this.stream.waiting > 0 || this.highWaterMark - this.queue.total > 0;
  }

  pullIfNeeded() {
    if (this.source?.pull === undefined || !this.#shouldPull()) return;
    if (this.pulling) {
      this.pullAgain = true;
      return;
    }
    this.pulling = true;
    upon(this.source.pull(), this.pulled, this.failed);
  }

  #pulled() {
    this.pulling = false;
    if (!this.pullAgain) return;
    this.pullAgain = false;
    this.pullIfNeeded();
  }

  close() {
    if (!this.canCloseOrEnqueue) return;
    this.closeRequested = true;
    if (this.queue.length > 0) return;
    this.source = undefined;
    this.stream.close();
  }

  enqueue(chunk) {
    if (!this.canCloseOrEnqueue) return;
    const { stream } = this;
    if (stream.waiting > 0) {
      stream.fulfillRead(chunk, false);
    } else {
      try {
        const { size } = this.queue;
        this.queue.push(chunk, size === undefined ? 1 : size(chunk));
      } catch (error) {
        this.error(error);
        throw error;
      }
    }
    this.pullIfNeeded();
  }

  error(error) {
    if (this.stream.state !== 'readable') return;
    this.queue.clear();
    this.source = undefined;
    this.stream.error(error);
  }

  errorIfNeeded(error) { this.error(error); }

  // ---- for the stream and its reader

  pull(request) {
    if (this.queue.length === 0) {
      this.stream.reader.requests.push(request);
      this.pullIfNeeded();
      return;
    }
    request.chunk(this.take());
  }

  // The first chunk of a queue that is not empty.
  take() {
    const chunk = this.queue.shift();
    if (this.closeRequested && this.queue.length === 0) {
      this.source = undefined;
      this.stream.close();
    } else {
      this.pullIfNeeded();
    }
    return chunk;
  }

  cancel(reason) {
    this.queue.clear();
    const { source } = this;
    const result = source?.cancel?.(reason);
    this.source = undefined;
    return result;
  }

  release() {}
}

module.exports = { DefaultController };
