'use strict';

// The public class ReadableStream.

const {
  ArrayPrototypeMap, Boolean, MathTrunc, NumberMAX_SAFE_INTEGER, ObjectDefineProperty, PromiseReject,
  SymbolAsyncIterator, SymbolFor,
} = require('internal/primordials');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS },
} = require('internal/errors');
const { kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const { validateAbortSignal } = require('internal/validators');
const { ByteController } = require('internal/webstreams/readable_bytes');
const { ReadableByteStreamController, ReadableStreamDefaultController } =
  require('internal/webstreams/readable_controllers');
const { ReadableCore } = require('internal/webstreams/readable_core');
const { DefaultController } = require('internal/webstreams/readable_default');
const { ReadableStreamBYOBReader, ReadableStreamDefaultReader } = require('internal/webstreams/readers');
const {
  apply, callWithOne, callbackIn, dictionary, finishInterface, inspectWith, invalidState, kInside, markOr, nothing,
  plainObject, strategyFrom, then,
} = require('internal/webstreams/util');
const { coreOfWritable } = require('internal/webstreams/writable');

const kIsDisturbed = SymbolFor('nodejs.stream.disturbed');
const kIsErrored = SymbolFor('nodejs.stream.errored');
const kIsReadable = SymbolFor('nodejs.stream.readable');
const kIsClosedPromise = SymbolFor('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = SymbolFor('nodejs.webstream.controllerErrorFunction');

const isObject = (value) => typeof value === 'object' && value !== null;

let coreOfReadable;

class ReadableStream {
  #core;

  static {
    coreOfReadable = (value) => (isObject(value) && #core in value ? value.#core : undefined);
  }

  constructor(source = undefined, strategy = undefined) {
    const isInside = source === kInside;
    this.#core = isInside ? strategy : new ReadableCore();
    this.#core.facade = this;
    if (isInside) return;
    plainObject(source, 'source');
    setUp(this.#core, source, strategyFrom(strategy));
  }

  static from(iterable) {
    return publicReadable(require('internal/webstreams/iterate').readableFrom(iterable));
  }

  static #of(value) {
    if (!isObject(value) || !(#core in value)) throw new ERR_INVALID_THIS('ReadableStream');
    return value.#core;
  }

  get locked() { return ReadableStream.#of(this).isLocked; }

  cancel(reason = undefined) {
    const core = coreOfReadable(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStream'));
    if (core.isLocked) return PromiseReject(invalidState('ReadableStream is locked'));
    return core.cancel(reason);
  }

  getReader(options = undefined) {
    ReadableStream.#of(this);
    const { mode } = dictionary(options, 'options');
    if (mode === undefined) return new ReadableStreamDefaultReader(this);
    if (`${mode}` !== 'byob') throw new ERR_INVALID_ARG_VALUE('options.mode', mode);
    return new ReadableStreamBYOBReader(this);
  }

  pipeThrough(transform, options = undefined) {
    const core = ReadableStream.#of(this);
    const readable = transform?.readable;
    if (coreOfReadable(readable) === undefined) {
      throw new ERR_INVALID_ARG_TYPE('transform.readable', 'ReadableStream', readable);
    }
    const dest = writableIn(transform.writable);
    const settings = pipeOptions(options);
    checkUnlocked(core, dest);
    const { pipe } = require('internal/webstreams/pipe');
    then(pipe(core, dest, settings), undefined, nothing);
    return readable;
  }

  pipeTo(destination, options = undefined) {
    try {
      const core = ReadableStream.#of(this);
      const dest = writableIn(destination);
      const settings = pipeOptions(options);
      checkUnlocked(core, dest);
      return require('internal/webstreams/pipe').pipe(core, dest, settings);
    } catch (error) {
      return PromiseReject(error);
    }
  }

  tee() {
    const core = ReadableStream.#of(this);
    return ArrayPrototypeMap(require('internal/webstreams/tee').tee(core, false), publicReadable);
  }

  values(options = undefined) {
    const core = ReadableStream.#of(this);
    const { preventCancel } = dictionary(options, 'options');
    return require('internal/webstreams/iterate').valuesOf(core, Boolean(preventCancel));
  }

  get [kIsDisturbed]() { return this.#core.disturbed; }

  get [kIsErrored]() { return this.#core.state === 'errored'; }

  get [kIsReadable]() { return this.#core.state === 'readable'; }

  get [kIsClosedPromise]() { return { promise: this.#core.closed }; }

  get [kControllerErrorFunction]() { return (error) => this.#core.controller.error(error); }

  [kTransfer]() {
    return require('internal/webstreams/transfer').moveReadable(this.#core);
  }

  [kSend](message) {
    return require('internal/webstreams/transfer').sentReadable(this.#core, message);
  }
}

function writableIn(value) {
  const core = coreOfWritable(value);
  if (core === undefined) throw new ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', value);
  return core;
}

function pipeOptions(options) {
  const members = dictionary(options, 'options');
  const preventAbort = Boolean(members.preventAbort);
  const preventCancel = Boolean(members.preventCancel);
  const preventClose = Boolean(members.preventClose);
  const { signal } = members;
  if (signal !== undefined) {
    if (signal === null) throw new ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', signal);
    validateAbortSignal(signal, 'options.signal');
    const { AbortSignal } = require('internal/events/abort_controller');
    if (!(signal instanceof AbortSignal)) throw new ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', signal);
  }
  return { preventAbort, preventCancel, preventClose, signal };
}

function checkUnlocked(source, dest) {
  if (source.isLocked) throw invalidState('The ReadableStream is locked');
  if (dest.isLocked) throw invalidState('The WritableStream is locked');
}

// WebIDL's [EnforceRange] unsigned long long; 0 is not allowed as the size of a buffer.
function chunkBytes(value) {
  if (value === undefined) return undefined;
  const bytes = MathTrunc(+value);
  if (!(bytes > 0 && bytes <= NumberMAX_SAFE_INTEGER)) {
    throw new ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize', value);
  }
  return bytes;
}

function setUp(core, source, strategy) {
  const allocate = chunkBytes(source?.autoAllocateChunkSize);
  const cancel = callbackIn(source, 'cancel', 'source');
  const pull = callbackIn(source, 'pull', 'source');
  const start = callbackIn(source, 'start', 'source');
  const type = source?.type;
  const isBytes = type !== undefined && `${type}` === 'bytes';
  if (type !== undefined && !isBytes) throw new ERR_INVALID_ARG_VALUE('source.type', type);
  if (isBytes && strategy.size !== undefined) {
    throw new ERR_INVALID_ARG_VALUE.RangeError('strategy.size', strategy.givenSize);
  }
  const highWaterMark = markOr(strategy, isBytes ? 0 : 1);

  const algorithms = {
    cancel: cancel && ((reason) => callWithOne(cancel, source, reason)),
    pull: pull && (() => callWithOne(pull, source, publicController)),
  };
  const controller = isBytes ?
    new ByteController(core, algorithms, highWaterMark, allocate) :
    new DefaultController(core, algorithms, highWaterMark, strategy.size);
  const publicController = isBytes ?
    new ReadableByteStreamController(kInside, controller) :
    new ReadableStreamDefaultController(kInside, controller);
  controller.start(start && (() => apply(start, source, [publicController])));
}

// Streams for internal use: `source` has the form that the controllers take.
function createReadable(start, source, highWaterMark = 1, size = undefined) {
  const core = new ReadableCore();
  new DefaultController(core, source, highWaterMark, size).start(start);
  return core;
}

function createByteReadable(start, source, highWaterMark = 0) {
  const core = new ReadableCore();
  new ByteController(core, source, highWaterMark, undefined).start(start);
  return core;
}

const publicReadable = (core) => core.facade ?? new ReadableStream(kInside, core);

ObjectDefineProperty(ReadableStream.prototype, SymbolAsyncIterator, {
  __proto__: null,
  configurable: true,
  enumerable: false,
  writable: true,
  value: ReadableStream.prototype.values,
});
ObjectDefineProperty(ReadableStream, 'from', { __proto__: null, enumerable: true });
finishInterface(ReadableStream);
inspectWith(ReadableStream, (stream) => {
  const { controller, isLocked, state } = coreOfReadable(stream);
  return { locked: isLocked, state, supportsBYOB: controller.isBytes };
});

const isReadableStream = (value) => coreOfReadable(value) !== undefined;

onReceive('ReadableStream', (port) => require('internal/webstreams/transfer').readableFromPort(port, true));

module.exports = {
  ReadableStream,
  coreOfReadable,
  createByteReadable,
  createReadable,
  isReadableStream,
  publicReadable,
};
