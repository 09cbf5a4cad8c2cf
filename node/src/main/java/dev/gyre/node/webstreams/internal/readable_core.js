'use strict';

// The internals of a ReadableStream: the stream's state and its readers. Chunks come from a controller (readable_default or
// readable_bytes), which has pull(request), cancel(reason), release(), errorIfNeeded(error).
//
// A read request has chunk(value), close() and error(reason); exactly one of them is called, once. A request to read into a
// buffer gets the (empty) view with close(view).

const { PromiseReject, PromiseResolve } = require('internal/primordials');
const {
  Deferred, Queue, invalidState, nothing, rejectedAndHandled, then,
} = require('internal/webstreams/util');

class ReadableCore {
  state = 'readable';
  storedError = undefined;
  disturbed = false;
  reader = undefined;
  controller = undefined;
  end = undefined; // Deferred, created at its first use
  facade = undefined;

  get isLocked() { return this.reader !== undefined; }

  get hasByobReader() { return this.reader?.isByob === true; }

  get hasDefaultReader() { return this.reader?.isByob === false; }

  // The number of waiting reads of the current reader.
  get waiting() { return this.reader === undefined ? 0 : this.reader.requests.length; }

  get closed() {
    if (this.end === undefined) {
      this.end = Deferred.handled();
      if (this.state === 'closed') this.end.fulfill();
      else if (this.state === 'errored') this.end.fail(this.storedError);
    }
    return this.end.promise;
  }

  cancel(reason) {
    this.disturbed = true;
    if (this.state === 'closed') return PromiseResolve();
    if (this.state === 'errored') return PromiseReject(this.storedError);
    this.close();
    if (this.hasByobReader) {
      const { reader } = this;
      const { requests } = reader;
      reader.requests = new Queue();
      while (requests.length > 0) requests.shift().close(undefined);
    }
    return then(this.controller.cancel(reason) ?? PromiseResolve(), nothing);
  }

  close() {
    this.state = 'closed';
    this.end?.fulfill();
    const { reader } = this;
    if (reader === undefined) return;
    reader.fulfillClosed();
    if (reader.isByob) return;
    const { requests } = reader;
    reader.requests = new Queue();
    while (requests.length > 0) requests.shift().close();
  }

  error(error) {
    this.state = 'errored';
    this.storedError = error;
    this.end?.fail(error);
    const { reader } = this;
    if (reader === undefined) return;
    reader.rejectClosed(error);
    reader.failRequests(error);
  }

  // Passes a chunk to the oldest waiting read.
  fulfillRead(chunk, done) {
    const request = this.reader.requests.shift();
    if (done) request.close(chunk);
    else request.chunk(chunk);
  }
}

// The promise `closed` is created at its first use: pipes, tees and iterators don't need it.
class ReaderCore {
  isByob;
  stream;
  requests = new Queue();
  #closed = undefined;

  constructor(stream, isByob) {
    if (stream.isLocked) throw invalidState('ReadableStream is locked');
    this.isByob = isByob;
    this.stream = stream;
    stream.reader = this;
  }

  get closed() { return (this.#closed ??= this.#closedNow()).promise; }

  #closedNow() {
    const { stream } = this;
    if (stream === undefined) return { promise: rejectedAndHandled(released()), isPending: false };
    if (stream.state === 'errored') return { promise: rejectedAndHandled(stream.storedError), isPending: false };
    const deferred = Deferred.handled();
    if (stream.state === 'closed') deferred.fulfill();
    return deferred;
  }

  fulfillClosed() { if (this.#closed?.isPending) this.#closed.fulfill(); }

  rejectClosed(reason) {
    if (this.#closed?.isPending) this.#closed.fail(reason);
    else this.#closed = { promise: rejectedAndHandled(reason), isPending: false };
  }

  failRequests(error) {
    const { requests } = this;
    this.requests = new Queue();
    while (requests.length > 0) requests.shift().error(error);
  }

  read(request) {
    const { stream } = this;
    stream.disturbed = true;
    if (stream.state === 'readable') stream.controller.pull(request);
    else if (stream.state === 'closed') request.close();
    else request.error(stream.storedError);
  }

  readInto(view, min, request) {
    const { stream } = this;
    stream.disturbed = true;
    if (stream.state === 'errored') request.error(stream.storedError);
    else stream.controller.pullInto(view, min, request);
  }

  cancel(reason) { return this.stream.cancel(reason); }

  // Releases the stream; waiting reads fail.
  release() {
    this.detach();
    this.failRequests(invalidState('Releasing reader'));
  }

  detach() {
    const { stream } = this;
    this.rejectClosed(released());
    stream.controller.release();
    stream.reader = undefined;
    this.stream = undefined;
  }
}

const released = () => invalidState('Reader released');

module.exports = { ReadableCore, ReaderCore };
