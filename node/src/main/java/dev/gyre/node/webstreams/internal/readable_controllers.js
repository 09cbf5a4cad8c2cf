'use strict';

// The public controllers of readable streams, and the byte controller's request.

const {
  ArrayBuffer, MathTrunc, NumberMAX_SAFE_INTEGER, arrayBufferByteLength, arrayBufferResizable,
} = require('internal/primordials');
const { bufferOf, byteLengthOf } = require('internal/memory');
const { isArrayBufferView } = require('internal/buffer/types');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } = require('internal/errors');
const { detached } = require('internal/webstreams/readable_bytes');
const { finishInterface, inspectWith, invalidState, kInside, onlyInside } = require('internal/webstreams/util');

const isObject = (value) => typeof value === 'object' && value !== null;

class ReadableStreamDefaultController {
  #core;

  constructor(key = undefined, core = undefined) {
    onlyInside(key);
    this.#core = core;
    core.facade = this;
  }

  static #of(value) {
    if (!isObject(value) || !(#core in value)) throw new ERR_INVALID_THIS('ReadableStreamDefaultController');
    return value.#core;
  }

  get desiredSize() { return ReadableStreamDefaultController.#of(this).desiredSize; }

  close() {
    const core = ReadableStreamDefaultController.#of(this);
    if (!core.canCloseOrEnqueue) throw invalidState('Controller is already closed');
    core.close();
  }

  enqueue(chunk = undefined) {
    const core = ReadableStreamDefaultController.#of(this);
    if (!core.canCloseOrEnqueue) throw invalidState('Controller is already closed');
    core.enqueue(chunk);
  }

  error(error = undefined) { ReadableStreamDefaultController.#of(this).error(error); }
}

// The public byobRequest is created at its first use.
const makeRequest = (controller, view) => {
  const request = { controller, view, facade: undefined };
  request.facade = new ReadableStreamBYOBRequest(kInside, request);
  return request;
};

class ReadableByteStreamController {
  #core;

  constructor(key = undefined, core = undefined) {
    onlyInside(key);
    this.#core = core;
    core.facade = this;
  }

  static #of(value) {
    if (!isObject(value) || !(#core in value)) throw new ERR_INVALID_THIS('ReadableByteStreamController');
    return value.#core;
  }

  get byobRequest() { return ReadableByteStreamController.#of(this).byobRequest(makeRequest); }

  get desiredSize() { return ReadableByteStreamController.#of(this).desiredSize; }

  close() {
    const core = ReadableByteStreamController.#of(this);
    checkOpen(core);
    core.close();
  }

  enqueue(chunk) {
    const core = ReadableByteStreamController.#of(this);
    if (!isArrayBufferView(chunk)) {
      throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], chunk);
    }
    const buffer = bufferOf(chunk);
    if (!(buffer instanceof ArrayBuffer) || arrayBufferResizable(buffer)) {
      throw new ERR_INVALID_ARG_VALUE('chunk', chunk, 'must be backed by a fixed-length ArrayBuffer');
    }
    if (byteLengthOf(chunk) === 0 || arrayBufferByteLength(buffer) === 0 || detached(buffer)) {
      throw invalidState('chunk ArrayBuffer is zero-length or detached');
    }
    checkOpen(core);
    core.enqueue(chunk);
  }

  error(error = undefined) { ReadableByteStreamController.#of(this).error(error); }
}

function checkOpen(core) {
  if (core.closeRequested) throw invalidState('Controller is already closed');
  if (core.stream.state !== 'readable') throw invalidState('ReadableStream is already closed');
}

class ReadableStreamBYOBRequest {
  #request;

  constructor(key = undefined, request = undefined) {
    onlyInside(key);
    this.#request = request;
  }

  static #of(value) {
    if (!isObject(value) || !(#request in value)) throw new ERR_INVALID_THIS('ReadableStreamBYOBRequest');
    return value.#request;
  }

  get view() { return ReadableStreamBYOBRequest.#of(this).view; }

  respond(bytesWritten) {
    const { controller, view } = ReadableStreamBYOBRequest.#of(this);
    const count = enforcedCount(bytesWritten, arguments.length);
    if (controller === undefined) throw invalidated();
    if (detached(view.buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    controller.respond(count);
  }

  respondWithNewView(view) {
    const { controller } = ReadableStreamBYOBRequest.#of(this);
    if (controller === undefined) throw invalidated();
    if (!isArrayBufferView(view)) {
      throw new ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], view);
    }
    const { buffer } = view;
    if (!(buffer instanceof ArrayBuffer) || buffer.resizable) {
      throw new ERR_INVALID_ARG_VALUE('view', view, 'must be backed by a fixed-length ArrayBuffer');
    }
    if (detached(buffer)) throw invalidState('Viewed ArrayBuffer is detached');
    controller.respondWithNewView(view);
  }

  static describe(object) {
    const { controller, view } = object.#request;
    return { view, controller: controller?.facade };
  }
}

const invalidated = () => invalidState('This BYOB request has been invalidated');

// WebIDL's [EnforceRange] unsigned long long.
function enforcedCount(value, given) {
  const count = MathTrunc(+value);
  if (given === 0 || !(count >= 0 && count <= NumberMAX_SAFE_INTEGER)) {
    throw new ERR_INVALID_ARG_VALUE('bytesWritten', value);
  }
  return count + 0;
}

const { describe } = ReadableStreamBYOBRequest;
delete ReadableStreamBYOBRequest.describe;

finishInterface(ReadableStreamDefaultController);
finishInterface(ReadableByteStreamController);
finishInterface(ReadableStreamBYOBRequest);
inspectWith(ReadableStreamDefaultController, () => ({}));
inspectWith(ReadableByteStreamController, () => ({}));
inspectWith(ReadableStreamBYOBRequest, describe);

module.exports = { ReadableByteStreamController, ReadableStreamBYOBRequest, ReadableStreamDefaultController };
