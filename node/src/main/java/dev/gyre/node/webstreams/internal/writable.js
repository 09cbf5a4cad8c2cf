'use strict';

// The public classes WritableStream, WritableStreamDefaultWriter and WritableStreamDefaultController.

const { PromiseReject, SymbolFor } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } = require('internal/errors');
const { kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const {
  Deferred, apply, callWithNone, callWithOne, callWithTwo, callbackIn, finishInterface, inspectWith, invalidState,
  kInside, markOr, onlyInside, plainObject, strategyFrom,
} = require('internal/webstreams/util');
const { WritableController } = require('internal/webstreams/writable_controller');
const { WritableCore, WriterCore } = require('internal/webstreams/writable_core');

const kIsErrored = SymbolFor('nodejs.stream.errored');
const kIsWritable = SymbolFor('nodejs.stream.writable');
const kIsClosedPromise = SymbolFor('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = SymbolFor('nodejs.webstream.controllerErrorFunction');

let coreOfWritable;
let coreOfWriter;

class WritableStream {
  #core;

  static {
    coreOfWritable = (value) => (isObject(value) && #core in value ? value.#core : undefined);
  }

  constructor(sink = undefined, strategy = undefined) {
    const isInside = sink === kInside;
    this.#core = isInside ? strategy : new WritableCore();
    this.#core.facade = this;
    if (isInside) return;
    plainObject(sink, 'sink');
    setUp(this.#core, sink, strategyFrom(strategy));
  }

  get locked() {
    if (!isObject(this) || !(#core in this)) throw new ERR_INVALID_THIS('WritableStream');
    return this.#core.isLocked;
  }

  abort(reason = undefined) {
    const core = coreOfWritable(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStream'));
    if (core.isLocked) return PromiseReject(invalidState('WritableStream is locked'));
    return core.abort(reason);
  }

  close() {
    const core = coreOfWritable(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStream'));
    if (core.isLocked) return PromiseReject(invalidState('WritableStream is locked'));
    if (core.isClosing) return PromiseReject(invalidState('Failure closing WritableStream'));
    return core.close();
  }

  getWriter() {
    if (!isObject(this) || !(#core in this)) throw new ERR_INVALID_THIS('WritableStream');
    return new WritableStreamDefaultWriter(this);
  }

  get [kIsErrored]() { return this.#core.state === 'errored'; }

  get [kIsWritable]() { return this.#core.state === 'writable'; }

  get [kIsClosedPromise]() { return { promise: this.#core.closed }; }

  get [kControllerErrorFunction]() { return (error) => this.#core.controller.errorIfNeeded(error); }

  [kTransfer]() {
    return require('internal/webstreams/transfer').moveWritable(this.#core);
  }

  [kSend](message) {
    return require('internal/webstreams/transfer').sentWritable(this.#core, message);
  }
}

const isObject = (value) => typeof value === 'object' && value !== null;

function setUp(core, sink, strategy) {
  const abort = callbackIn(sink, 'abort', 'sink');
  const close = callbackIn(sink, 'close', 'sink');
  const start = callbackIn(sink, 'start', 'sink');
  const type = sink?.type;
  if (type !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError('type', type);
  const write = callbackIn(sink, 'write', 'sink');
  const highWaterMark = markOr(strategy, 1);

  const controller = new WritableController(core, {
    abort: abort && ((reason) => callWithOne(abort, sink, reason)),
    close: close && (() => callWithNone(close, sink)),
    write: write && ((chunk) => callWithTwo(write, sink, chunk, publicController)),
  }, highWaterMark, strategy.size);
  const publicController = new WritableStreamDefaultController(kInside, controller);
  controller.start(start && (() => apply(start, sink, [publicController])));
}

// A stream for internal use: `sink` has the form that WritableController takes.
function createWritable(start, sink, highWaterMark = 1, size = undefined) {
  const core = new WritableCore();
  new WritableController(core, sink, highWaterMark, size).start(start);
  return core;
}

const publicWritable = (core) => core.facade ?? new WritableStream(kInside, core);

class WritableStreamDefaultWriter {
  #core;

  static {
    coreOfWriter = (value) => (isObject(value) && #core in value ? value.#core : undefined);
  }

  constructor(stream) {
    const core = coreOfWritable(stream);
    if (core === undefined) throw new ERR_INVALID_ARG_TYPE('stream', 'WritableStream', stream);
    this.#core = new WriterCore(core);
  }

  get closed() {
    const core = coreOfWriter(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    return core.closed;
  }

  get desiredSize() {
    const core = coreOfWriter(this);
    if (core === undefined) throw new ERR_INVALID_THIS('WritableStreamDefaultWriter');
    if (core.stream === undefined) throw notBound();
    return core.desiredSize;
  }

  get ready() {
    const core = coreOfWriter(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    return core.ready;
  }

  abort(reason = undefined) {
    const core = coreOfWriter(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    if (core.stream === undefined) return PromiseReject(notBound());
    return core.stream.abort(reason);
  }

  close() {
    const core = coreOfWriter(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    if (core.stream === undefined) return PromiseReject(notBound());
    if (core.stream.isClosing) return PromiseReject(invalidState('Failure to close WritableStream'));
    return core.stream.close();
  }

  releaseLock() {
    const core = coreOfWriter(this);
    if (core === undefined) throw new ERR_INVALID_THIS('WritableStreamDefaultWriter');
    core.release();
  }

  write(chunk = undefined) {
    const core = coreOfWriter(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('WritableStreamDefaultWriter'));
    if (core.stream === undefined) return PromiseReject(notBound());
    const request = new Deferred();
    const refusal = core.write(chunk, request);
    if (refusal !== undefined) request.reject(refusal.refused);
    return request.promise;
  }
}

const notBound = () => invalidState('Writer is not bound to a WritableStream');

class WritableStreamDefaultController {
  #core;

  constructor(key = undefined, core = undefined) {
    onlyInside(key);
    this.#core = core;
    core.facade = this;
  }

  static #of(value) {
    if (!isObject(value) || !(#core in value)) throw new ERR_INVALID_THIS('WritableStreamDefaultController');
    return value.#core;
  }

  get signal() { return WritableStreamDefaultController.#of(this).signal; }

  error(error = undefined) { WritableStreamDefaultController.#of(this).errorIfNeeded(error); }

  static describe(controller) { return { stream: publicWritable(controller.#core.stream) }; }
}

const describeController = WritableStreamDefaultController.describe;
delete WritableStreamDefaultController.describe;

for (let i = 0, list = [WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController]; i < list.length; i++) {
  const Interface = list[i];
  finishInterface(Interface);
}
inspectWith(WritableStream, (stream) => {
  const { isLocked, state } = coreOfWritable(stream);
  return { locked: isLocked, state };
});
inspectWith(WritableStreamDefaultWriter, (writer) => {
  const core = coreOfWriter(writer);
  const stream = core.stream === undefined ? undefined : publicWritable(core.stream);
  return { stream, close: core.closed, ready: core.ready, desiredSize: core.stream && core.desiredSize };
});
inspectWith(WritableStreamDefaultController, describeController);

const isWritableStream = (value) => coreOfWritable(value) !== undefined;

onReceive('WritableStream', (port) => require('internal/webstreams/transfer').writableFromPort(port));

module.exports = {
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
  coreOfWritable,
  createWritable,
  isWritableStream,
  publicWritable,
};
