'use strict';

// The internals of a WritableStream: the stream's state and its writer. The queue and the sink are in writable_controller.
//
//   writable ── error, abort ──> erroring ── pending operations have ended ──> errored
//      └── close ──> (closing: closeRequest or inFlightClose) ──> closed
//
// Requests (writes, close, abort) are objects with fulfill() and fail(); those of a writer are Deferreds, a pipe counts its
// own.

const { PromiseReject, PromiseResolve } = require('internal/primordials');
const { Deferred, Queue, invalidState, rejectedAndHandled, upon } = require('internal/webstreams/util');

class WritableCore {
  state = 'writable';
  storedError = undefined;
  backpressure = false;
  writer = undefined;
  controller = undefined;
  writeRequests = new Queue();
  inFlightWrite = undefined;
  closeRequest = undefined;
  inFlightClose = undefined;
  pendingAbort = undefined;
  end = undefined; // Deferred, created at its first use
  facade = undefined;

  get isLocked() { return this.writer !== undefined; }

  get isClosing() { return this.closeRequest !== undefined || this.inFlightClose !== undefined; }

  get isInFlight() { return this.inFlightWrite !== undefined || this.inFlightClose !== undefined; }

  // A promise of the end, whatever causes it.
  get closed() {
    if (this.end === undefined) {
      this.end = Deferred.handled();
      if (this.state === 'closed') this.end.fulfill();
      else if (this.state === 'errored') this.end.fail(this.storedError);
    }
    return this.end.promise;
  }

  abort(reason) {
    if (this.state === 'closed' || this.state === 'errored') return PromiseResolve();
    this.controller.signalAbort(reason);
    if (this.state === 'closed' || this.state === 'errored') return PromiseResolve(); // by a listener of the signal
    if (this.pendingAbort !== undefined) return this.pendingAbort.request.promise;
    const wasErroring = this.state === 'erroring';
    const request = new Deferred();
    this.pendingAbort = { request, reason: wasErroring ? undefined : reason, wasErroring };
    if (!wasErroring) this.startErroring(reason);
    return request.promise;
  }

  close(request = new Deferred()) {
    if (this.state === 'closed' || this.state === 'errored') {
      return PromiseReject(invalidState('WritableStream is closed'));
    }
    this.closeRequest = request;
    if (this.backpressure && this.state === 'writable') this.writer?.fulfillReady();
    this.controller.close();
    return request.promise;
  }

  dealWithRejection(error) {
    if (this.state === 'writable') this.startErroring(error);
    else this.finishErroring();
  }

  startErroring(reason) {
    this.state = 'erroring';
    this.storedError = reason;
    this.writer?.rejectReady(reason);
    if (!this.isInFlight && this.controller.started) this.finishErroring();
  }

  finishErroring() {
    this.state = 'errored';
    this.controller.errored();
    const error = this.storedError;
    const requests = this.writeRequests;
    this.writeRequests = new Queue();
    while (requests.length > 0) requests.shift().fail(error);
    if (this.pendingAbort === undefined) return this.rejectCloseIfNeeded();
    const { request, reason, wasErroring } = this.pendingAbort;
    this.pendingAbort = undefined;
    if (wasErroring) {
      request.fail(error);
      return this.rejectCloseIfNeeded();
    }
    upon(this.controller.abort(reason), () => {
      request.fulfill();
      this.rejectCloseIfNeeded();
    }, (failure) => {
      request.fail(failure);
      this.rejectCloseIfNeeded();
    });
  }

  rejectCloseIfNeeded() {
    const error = this.storedError;
    if (this.closeRequest !== undefined) {
      this.closeRequest.fail(error);
      this.closeRequest = undefined;
    }
    this.writer?.rejectClosed(error);
    this.end?.fail(error);
  }

  finishInFlightWrite() {
    const request = this.inFlightWrite;
    this.inFlightWrite = undefined;
    request.fulfill();
  }

  failInFlightWrite(error) {
    const request = this.inFlightWrite;
    this.inFlightWrite = undefined;
    request.fail(error);
    this.dealWithRejection(error);
  }

  finishInFlightClose() {
    this.inFlightClose.fulfill();
    this.inFlightClose = undefined;
    if (this.state === 'erroring') {
      this.storedError = undefined;
      this.pendingAbort?.request.fulfill();
      this.pendingAbort = undefined;
    }
    this.state = 'closed';
    this.writer?.fulfillClosed();
    this.end?.fulfill();
  }

  failInFlightClose(error) {
    this.inFlightClose.fail(error);
    this.inFlightClose = undefined;
    this.pendingAbort?.request.fail(error);
    this.pendingAbort = undefined;
    this.dealWithRejection(error);
  }

  updateBackpressure(backpressure) {
    if (backpressure === this.backpressure) return;
    this.backpressure = backpressure;
    if (backpressure) this.writer?.resetReady();
    else this.writer?.fulfillReady();
  }
}

// A writer's promises are created at their first use: pipes don't need them.
class WriterCore {
  stream;
  #ready = undefined;
  #closed = undefined;
  #waiter = undefined;

  constructor(stream) {
    if (stream.isLocked) throw invalidState('WritableStream is locked');
    this.stream = stream;
    stream.writer = this;
    if (stream.state === 'erroring') this.rejectReady(stream.storedError);
  }

  get ready() { return (this.#ready ??= this.#readyNow()).promise; }

  #readyNow() {
    const { stream } = this;
    if (stream === undefined) return { promise: rejectedAndHandled(released()), isPending: false };
    const { state } = stream;
    if (state === 'erroring' || state === 'errored') {
      return { promise: rejectedAndHandled(stream.storedError), isPending: false };
    }
    const deferred = Deferred.handled();
    if (state === 'closed' || stream.isClosing || !stream.backpressure) deferred.fulfill();
    return deferred;
  }

  resetReady() { this.#ready = undefined; }

  fulfillReady() {
    if (this.#ready?.isPending) this.#ready.fulfill();
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.();
  }

  // For a pipe: calls back when `ready` is fulfilled, at once and without a promise; never, if it is rejected.
  whenReady(run) {
    if (this.stream.backpressure) this.#waiter = run;
    else upon(undefined, run);
  }

  rejectReady(reason) {
    this.#waiter = undefined;
    if (this.#ready?.isPending) this.#ready.fail(reason);
    else this.#ready = { promise: rejectedAndHandled(reason), isPending: false };
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

  get desiredSize() {
    const { state, controller } = this.stream;
    if (state === 'errored' || state === 'erroring') return null;
    return state === 'closed' ? 0 : controller.desiredSize;
  }

  // Returns undefined if the request was accepted, otherwise the reason why not.
  write(chunk, request) {
    const { stream } = this;
    const { controller } = stream;
    const size = controller.sizeOf(chunk); // a user's function: the state may have changed after it
    if (stream !== this.stream) return { refused: invalidState('Mismatched WritableStreams') };
    const { state } = stream;
    if (state === 'errored') return { refused: stream.storedError };
    if (state === 'closed' || stream.isClosing) return { refused: invalidState('WritableStream is closed') };
    if (state === 'erroring') return { refused: stream.storedError };
    stream.writeRequests.push(request);
    controller.write(chunk, size);
    return undefined;
  }

  // For a pipe that has ended: closing twice is no error.
  closeWithErrorPropagation() {
    const { stream } = this;
    if (stream.isClosing || stream.state === 'closed') return PromiseResolve();
    if (stream.state === 'errored') return PromiseReject(stream.storedError);
    return stream.close();
  }

  release() {
    const { stream } = this;
    if (stream === undefined) return;
    const error = released();
    this.rejectReady(error);
    this.rejectClosed(error);
    stream.writer = undefined;
    this.stream = undefined;
  }
}

const released = () => invalidState('Writer has been released');

module.exports = { WritableCore, WriterCore };
