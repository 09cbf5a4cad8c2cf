'use strict';

// The public classes ReadableStreamDefaultReader and ReadableStreamBYOBReader.

const { ArrayBuffer, DataView, NumberIsInteger, PromiseReject, PromiseResolve } = require('internal/primordials');
const { isArrayBufferView } = require('internal/buffer/types');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_OUT_OF_RANGE } } =
  require('internal/errors');
const { detached } = require('internal/webstreams/readable_bytes');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { Deferred, dictionary, finishInterface, inspectWith, invalidState } = require('internal/webstreams/util');

const isObject = (value) => typeof value === 'object' && value !== null;
const notAttached = () => invalidState('The reader is not attached to a stream');

// A read request that settles a promise.
class ReadResult extends Deferred {
  chunk(value) { this.resolve({ done: false, value }); }

  close(value = undefined) { this.resolve({ done: true, value }); }

  error(reason) { this.reject(reason); }
}

function coreFor(stream) {
  const { coreOfReadable } = require('internal/webstreams/readable');
  const core = coreOfReadable(stream);
  if (core === undefined) throw new ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
  return core;
}

let coreOfDefaultReader;
let coreOfByobReader;

class ReadableStreamDefaultReader {
  #core;

  static {
    coreOfDefaultReader = (value) => (isObject(value) && #core in value ? value.#core : undefined);
  }

  constructor(stream) {
    this.#core = new ReaderCore(coreFor(stream), false);
  }

  read() {
    const core = coreOfDefaultReader(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamDefaultReader'));
    const { stream } = core;
    if (stream === undefined) return PromiseReject(notAttached());
    const { controller } = stream;
    if (!controller.isBytes && controller.queue.length > 0 && stream.state === 'readable') {
      stream.disturbed = true;
      return PromiseResolve({ done: false, value: controller.take() });
    }
    const result = new ReadResult();
    core.read(result);
    return result.promise;
  }

  releaseLock() {
    const core = coreOfDefaultReader(this);
    if (core === undefined) throw new ERR_INVALID_THIS('ReadableStreamDefaultReader');
    if (core.stream !== undefined) core.release();
  }

  get closed() {
    const core = coreOfDefaultReader(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamDefaultReader'));
    return core.closed;
  }

  cancel(reason = undefined) {
    const core = coreOfDefaultReader(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamDefaultReader'));
    if (core.stream === undefined) return PromiseReject(notAttached());
    return core.cancel(reason);
  }
}

class ReadableStreamBYOBReader {
  #core;

  static {
    coreOfByobReader = (value) => (isObject(value) && #core in value ? value.#core : undefined);
  }

  constructor(stream) {
    const core = coreFor(stream);
    if (core.isLocked) throw invalidState('ReadableStream is locked');
    if (!core.controller.isBytes) throw new ERR_INVALID_ARG_VALUE('stream', stream, 'must be a byte stream');
    this.#core = new ReaderCore(core, true);
  }

  read(view, options = undefined) {
    const core = coreOfByobReader(this);
    let min;
    try {
      if (core === undefined) throw new ERR_INVALID_THIS('ReadableStreamBYOBReader');
      min = checkRead(core, view, options);
    } catch (error) {
      return PromiseReject(error);
    }
    const result = new ReadResult();
    core.readInto(view, min, result);
    return result.promise;
  }

  releaseLock() {
    const core = coreOfByobReader(this);
    if (core === undefined) throw new ERR_INVALID_THIS('ReadableStreamBYOBReader');
    if (core.stream !== undefined) core.release();
  }

  get closed() {
    const core = coreOfByobReader(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamBYOBReader'));
    return core.closed;
  }

  cancel(reason = undefined) {
    const core = coreOfByobReader(this);
    if (core === undefined) return PromiseReject(new ERR_INVALID_THIS('ReadableStreamBYOBReader'));
    if (core.stream === undefined) return PromiseReject(notAttached());
    return core.cancel(reason);
  }
}

// The minimum number of elements to read.
function checkRead(core, view, options) {
  if (!isArrayBufferView(view)) {
    throw new ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
  }
  const { min: given } = dictionary(options, 'options');
  const { buffer } = view;
  if (!(buffer instanceof ArrayBuffer) || buffer.resizable) {
    throw new ERR_INVALID_ARG_VALUE('view', view, 'must be backed by a fixed-length ArrayBuffer');
  }
  if (view.byteLength === 0 || buffer.byteLength === 0 || detached(buffer)) {
    throw invalidState('View or Viewed ArrayBuffer is zero-length or detached');
  }
  const min = given === undefined ? 1 : given;
  if (typeof min !== 'number') throw new ERR_INVALID_ARG_TYPE('options.min', 'number', min);
  if (!NumberIsInteger(min)) throw new ERR_INVALID_ARG_VALUE('options.min', min, 'must be an integer');
  if (min <= 0) throw new ERR_INVALID_ARG_VALUE('options.min', min, 'must be greater than 0');
  if (view instanceof DataView) {
    if (min > view.byteLength) throw new ERR_OUT_OF_RANGE('options.min', '<= view.byteLength', min);
  } else if (min > view.length) {
    throw new ERR_OUT_OF_RANGE('options.min', '<= view.length', min);
  }
  if (core.stream === undefined) throw notAttached();
  return min;
}

finishInterface(ReadableStreamDefaultReader);
finishInterface(ReadableStreamBYOBReader);

const publicStream = ({ stream }) => (stream === undefined ? undefined :
  require('internal/webstreams/readable').publicReadable(stream));
inspectWith(ReadableStreamDefaultReader, (reader) => {
  const core = coreOfDefaultReader(reader);
  return { stream: publicStream(core), readRequests: core.requests.length, close: core.closed };
});
inspectWith(ReadableStreamBYOBReader, (reader) => {
  const core = coreOfByobReader(reader);
  return { stream: publicStream(core), readIntoRequests: core.requests.length, close: core.closed };
});

module.exports = { ReadableStreamBYOBReader, ReadableStreamDefaultReader };
