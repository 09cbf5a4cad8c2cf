'use strict';

// TransformStream: a writable whose writes run the transformer, which enqueues into a readable. While the readable signals
// backpressure, writes wait for `change`, a promise that is created when it is needed.

const { PromiseReject } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } = require('internal/errors');
const { kTransfer } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');
const {
  Deferred, apply, callWithOne, callWithTwo, callbackIn, finishInterface, inspectWith, invalidState, kInside, markOr,
  onlyInside, plainObject, promisedBy, strategyFrom, then, upon,
} = require('internal/webstreams/util');
const { ReadableCore } = require('internal/webstreams/readable_core');
const { DefaultController } = require('internal/webstreams/readable_default');
const { WritableController } = require('internal/webstreams/writable_controller');
const { WritableCore } = require('internal/webstreams/writable_core');

const isObject = (value) => typeof value === 'object' && value !== null;

class TransformCore {
  transformer;
  backpressure = true;
  #change = undefined;
  finish = undefined; // Deferred: the end, by close, abort or cancel
  readable = undefined;
  writable = undefined;
  facade = undefined;

  // `transformer` has transform(chunk), flush() and cancel(reason), all optional.
  constructor(transformer, writableMark, writableSize, readableMark, readableSize) {
    this.transformer = transformer;
    this.writable = new WritableCore();
    new WritableController(this.writable, {
      write: (chunk) => this.#write(chunk),
      close: () => this.#close(),
      abort: (reason) => this.#abort(reason),
    }, writableMark, writableSize);
    this.readable = new ReadableCore();
    new DefaultController(this.readable, {
      pull: () => {
        this.setBackpressure(false);
        return this.#changed();
      },
      cancel: (reason) => this.#cancel(reason),
    }, readableMark, readableSize);
  }

  // Starts with the result of the transformer's start(): nothing flows before that is settled.
  start(result) {
    const started = promisedBy(result); // the standard defines how many microtasks later they start
    this.writable.controller.start(() => started);
    this.readable.controller.start(() => started);
  }

  #changed() {
    this.#change ??= new Deferred();
    return this.#change.promise;
  }

  setBackpressure(backpressure) {
    this.backpressure = backpressure;
    this.#change?.resolve();
    this.#change = undefined;
  }

  // ---- the writable's side

  #write(chunk) {
    if (!this.backpressure) return this.#transform(chunk);
    return then(this.#changed(), () => {
      if (this.writable.state === 'erroring') throw this.writable.storedError;
      return this.#transform(chunk);
    });
  }

  #transform(chunk) {
    const { transformer } = this;
    if (transformer === undefined) return undefined; // canceled meanwhile: nobody will read it
    if (transformer.transform === undefined) {
      try {
        this.enqueue(chunk);
        return undefined;
      } catch (error) {
        return this.#failed(error);
      }
    }
    const result = transformer.transform(chunk);
    return result === undefined ? undefined : then(result, undefined, (error) => this.#failed(error));
  }

  #failed(error) {
    this.error(error);
    return PromiseReject(error);
  }

  #close() {
    return this.#finishWith((transformer) => transformer.flush?.(), () => {
      if (this.readable.state === 'errored') throw this.readable.storedError;
      this.readable.controller.close();
    }, (error) => this.readable.controller.error(error));
  }

  #abort(reason) {
    return this.#finishWith((transformer) => transformer.cancel?.(reason), () => {
      if (this.readable.state === 'errored') throw this.readable.storedError;
      this.readable.controller.error(reason);
    }, (error) => this.readable.controller.error(error));
  }

  // ---- the readable's side

  #cancel(reason) {
    return this.#finishWith((transformer) => transformer.cancel?.(reason), () => {
      if (this.writable.state === 'errored') throw this.writable.storedError;
      this.#errorWritable(reason);
    }, (error) => this.#errorWritable(error));
  }

  #finishWith(run, succeeded, failed) {
    if (this.finish !== undefined) return this.finish.promise;
    this.finish = new Deferred();
    const { finish, transformer } = this;
    const result = transformer === undefined ? undefined : run(transformer);
    this.transformer = undefined;
    upon(result, () => {
      try {
        succeeded();
        finish.resolve();
      } catch (error) {
        finish.reject(error);
      }
    }, (error) => {
      failed(error);
      finish.reject(error);
    });
    return finish.promise;
  }

  #errorWritable(error) {
    this.writable.controller.errorIfNeeded(error);
    if (this.backpressure) this.setBackpressure(false);
  }

  // ---- the transformer's side

  enqueue(chunk) {
    const { controller } = this.readable;
    if (!controller.canCloseOrEnqueue) throw invalidState('Unable to enqueue');
    try {
      controller.enqueue(chunk);
    } catch (error) {
      this.#stop(error);
      throw this.readable.storedError;
    }
    if (controller.hasBackpressure && !this.backpressure) this.setBackpressure(true);
  }

  #stop(error) {
    this.transformer = undefined;
    this.#errorWritable(error);
  }

  error(error) {
    this.readable.controller.error(error);
    this.#stop(error);
  }

  terminate() {
    this.readable.controller.close();
    this.#stop(invalidState('TransformStream has been terminated'));
  }
}

let coreOfTransform;

class TransformStream {
  #core;

  static {
    coreOfTransform = (value) => (isObject(value) && #core in value ? value.#core : undefined);
  }

  constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
    if (transformer === kInside) {
      this.#core = writableStrategy;
      this.#core.facade = this;
      return;
    }
    plainObject(transformer, 'transformer');
    const writing = strategyFrom(writableStrategy, 'writableStrategy');
    const reading = strategyFrom(readableStrategy, 'readableStrategy');
    const cancel = callbackIn(transformer, 'cancel', 'transformer');
    const flush = callbackIn(transformer, 'flush', 'transformer');
    noType(transformer, 'readableType');
    const start = callbackIn(transformer, 'start', 'transformer');
    const transform = callbackIn(transformer, 'transform', 'transformer');
    noType(transformer, 'writableType');
    const readableMark = markOr(reading, 0);
    const writableMark = markOr(writing, 1);

    this.#core = new TransformCore({
      cancel: cancel && ((reason) => callWithOne(cancel, transformer, reason)),
      flush: flush && (() => callWithOne(flush, transformer, controller)),
      transform: transform && ((chunk) => callWithTwo(transform, transformer, chunk, controller)),
    }, writableMark, writing.size, readableMark, reading.size);
    this.#core.facade = this;
    const controller = new TransformStreamDefaultController(kInside, this.#core);
    this.#core.start(start === undefined ? undefined : apply(start, transformer, [controller]));
  }

  static #of(value) {
    if (!isObject(value) || !(#core in value)) throw new ERR_INVALID_THIS('TransformStream');
    return value.#core;
  }

  get readable() {
    return require('internal/webstreams/readable').publicReadable(TransformStream.#of(this).readable);
  }

  get writable() {
    return require('internal/webstreams/writable').publicWritable(TransformStream.#of(this).writable);
  }

  [kTransfer]() {
    return require('internal/webstreams/transfer').moveTransform(this.#core);
  }

  [kSend](message) {
    return require('internal/webstreams/transfer').sentTransform(this.#core, message);
  }
}

function noType(transformer, name) {
  const type = transformer?.[name];
  if (type !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError(`transformer.${name}`, type);
}

class TransformStreamDefaultController {
  #core;

  constructor(key = undefined, core = undefined) {
    onlyInside(key);
    this.#core = core;
  }

  static #of(value) {
    if (!isObject(value) || !(#core in value)) throw new ERR_INVALID_THIS('TransformStreamDefaultController');
    return value.#core;
  }

  get desiredSize() { return TransformStreamDefaultController.#of(this).readable.controller.desiredSize; }

  enqueue(chunk = undefined) { TransformStreamDefaultController.#of(this).enqueue(chunk); }

  error(reason = undefined) { TransformStreamDefaultController.#of(this).error(reason); }

  terminate() { TransformStreamDefaultController.#of(this).terminate(); }

  static describe(controller) { return { stream: controller.#core.facade }; }
}

const describeController = TransformStreamDefaultController.describe;
delete TransformStreamDefaultController.describe;

finishInterface(TransformStream);
finishInterface(TransformStreamDefaultController);
inspectWith(TransformStream, (stream) => {
  const { readable, writable } = stream;
  return { readable, writable, backpressure: coreOfTransform(stream).backpressure };
});
inspectWith(TransformStreamDefaultController, describeController);

// A pair for internal use: `transformer` has the form that TransformCore takes.
function createTransform(transformer) {
  const core = new TransformCore(transformer, 1, undefined, 0, undefined);
  core.start(undefined);
  return core;
}

// A TransformStream of two transferred ends.
function transformOf(readable, writable) {
  return new TransformStream(kInside, { readable, writable, backpressure: undefined, facade: undefined });
}

onReceive('TransformStream', ({ 0: readable, 1: writable }) => {
  const { readableFromPort, transformOfPublic, writableFromPort } = require('internal/webstreams/transfer');
  return transformOfPublic(readableFromPort(readable, true), writableFromPort(writable));
});

module.exports = { TransformStream, TransformStreamDefaultController, createTransform, transformOf };
