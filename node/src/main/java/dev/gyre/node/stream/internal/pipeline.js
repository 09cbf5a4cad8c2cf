'use strict';

// pipeline(source, ...transforms, destination, callback). Every step takes the result of the step before (`current`) and
// returns something to read: a stream, an iterable, or the promise of a last function.
//
// `Run` counts the unfinished steps. The first error destroys all streams of the pipeline. The callback is called when the
// count reaches zero, with the most specific error (an abort or a premature close is less specific than another).

const {
  ArrayIsArray, ArrayPrototypeForEach, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift,
  FunctionPrototypeCall, ObjectDefineProperty, Promise, PromisePrototypeThen, SymbolDispose,
} = require('internal/primordials');
const {
  AbortError, aggregateTwoErrors,
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_MISSING_ARGS, ERR_STREAM_DESTROYED, ERR_STREAM_PREMATURE_CLOSE,
    ERR_STREAM_UNABLE_TO_PIPE,
  },
} = require('internal/errors');
const { AbortController } = require('internal/events/abort_controller');
const { once } = require('internal/util');
const { validateAbortSignal, validateFunction } = require('internal/validators');
const { Duplex } = require('internal/stream/duplex');
const { finished } = require('internal/stream/finished');
const { iterate } = require('internal/stream/iterator');
const {
  isIterable, isNodeStream, isReadable, isReadableFinished, isReadableNodeStream, isReadableStream, isTransformStream,
  isWebStream,
} = require('internal/stream/kinds');
const { destroyer } = require('internal/stream/lifecycle');
const { PassThrough } = require('internal/stream/transform');

const READABLES = ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'];

const tellsLittle = (error) => error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.name === 'AbortError';

class Run {
  count = 0;
  value = undefined; // result of the promise of a last function
  #error = undefined;
  #destroys = [];
  #cleanUps = []; // for the last stream, which may be used further
  #callback;
  #controller = new AbortController();
  #outerSignal;
  #abortListener;

  constructor(callback, outerSignal) {
    this.#callback = callback;
    this.#outerSignal = outerSignal;
    if (outerSignal) {
      const { addAbortListener } = require('internal/events/abort_listener');
      this.#abortListener = addAbortListener(outerSignal, () => this.#abort());
    }
  }

  get signal() { return this.#controller.signal; }

  #abort() {
    this.fail(new AbortError(undefined, { cause: this.#outerSignal?.reason }));
  }

  abortIfAborted() {
    if (this.signal.aborted || this.#outerSignal?.aborted) process.nextTick(() => this.#abort());
  }

  onCleanUp(cleanUp) { ArrayPrototypePush(this.#cleanUps, cleanUp); }

  // Destroys the stream if the pipeline fails before the stream has finished.
  watch(stream, reading, writing) {
    let done = false;
    stream.on('close', () => { done = true; });
    const cleanUp = finished(stream, { readable: reading, writable: writing }, (error) => { done = !error; });
    ArrayPrototypePush(this.#destroys, (error) => {
      if (done) return;
      done = true;
      destroyer(stream, error || new ERR_STREAM_DESTROYED('pipe'));
    });
    return cleanUp;
  }

  // One unfinished step is done.
  finish = (error) => { this.#end(error, --this.count === 0); };

  fail = (error) => { this.#end(error, false); };

  #end(error, isLast) {
    if (error && (!this.#error || tellsLittle(this.#error))) this.#error = error;
    if (!this.#error && !isLast) return;
    while (this.#destroys.length > 0) ArrayPrototypeShift(this.#destroys)(this.#error);
    this.#abortListener?.[SymbolDispose]();
    this.#controller.abort();
    if (!isLast) return;
    if (!this.#error) for (let i = 0, list = this.#cleanUps; i < list.length; i++) list[i]();
    process.nextTick(this.#callback, this.#error, this.value);
  }
}

function pipeline(...streams) {
  validateFunction(streams[streams.length - 1], 'streams[stream.length - 1]');
  const callback = ArrayPrototypePop(streams);
  return run(streams, once(callback));
}

function run(streams, callback, options) {
  if (streams.length === 1 && ArrayIsArray(streams[0])) ({ 0: streams } = streams);
  if (streams.length < 2) throw new ERR_MISSING_ARGS('streams');
  validateAbortSignal(options?.signal, 'options.signal');
  const pipeRun = new Run(callback, options?.signal);
  let current;
  ArrayPrototypeForEach(streams, (stream, i) => {
    const step = {
      isLast: i === streams.length - 1,
      index: i,
      end: i < streams.length - 1 || options?.end !== false,
    };
    if (isNodeStream(stream)) attach(pipeRun, stream, streams[i + 1], step);
    if (i === 0) current = source(stream, pipeRun);
    else if (typeof stream === 'function') current = callFunction(stream, current, pipeRun, step);
    else if (isNodeStream(stream)) current = intoNode(current, stream, pipeRun, step);
    else if (isWebStream(stream)) current = intoWeb(current, stream, pipeRun, step);
    else current = Duplex.from(stream);
  });
  pipeRun.abortIfAborted();
  return current;
}

function attach(pipeRun, stream, next, { isLast, index, end }) {
  if (next?.closed || next?.destroyed) throw new ERR_STREAM_UNABLE_TO_PIPE();
  const livesOn = isLast && isReadable(stream);
  if (end) {
    const cleanUp = pipeRun.watch(stream, !isLast, index > 0);
    if (livesOn) pipeRun.onCleanUp(cleanUp);
  }
  // Handles errors after the pipe is done, too.
  const onError = (error) => {
    if (error && !tellsLittle(error)) pipeRun.fail(error);
  };
  stream.on('error', onError);
  if (livesOn) pipeRun.onCleanUp(() => stream.removeListener('error', onError));
}

function source(stream, pipeRun) {
  if (typeof stream === 'function') {
    const result = stream({ signal: pipeRun.signal });
    if (!isIterable(result)) {
      throw new ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', result);
    }
    return result;
  }
  if (isIterable(stream) || isReadableNodeStream(stream) || isTransformStream(stream)) return stream;
  return Duplex.from(stream);
}

function asIterable(value) {
  if (isIterable(value)) return value;
  if (isReadableNodeStream(value)) return legacyChunks(value);
  throw new ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], value);
}

async function* legacyChunks(stream) {
  yield* iterate(stream);
}

function callFunction(fn, current, pipeRun, { isLast, index, end }) {
  const input = asIterable(isTransformStream(current) ? current.readable : current);
  const result = fn(input, { signal: pipeRun.signal });
  if (!isLast) {
    if (!isIterable(result, true)) {
      throw new ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${index - 1}]`, result);
    }
    return result;
  }
  // pipeline() always returns a stream, so that calls can be chained.
  const output = new PassThrough({ objectMode: true });
  const then = result?.then; // read once, because it may be a getter
  if (typeof then === 'function') {
    pipeRun.count++;
    FunctionPrototypeCall(then, result, (value) => {
      pipeRun.value = value;
      if (value != null) output.write(value);
      if (end) output.end();
      process.nextTick(pipeRun.finish);
    }, (error) => {
      output.destroy(error);
      process.nextTick(pipeRun.finish, error);
    });
  } else if (isIterable(result, true)) {
    pipeRun.count++;
    pumpToNode(result, output, pipeRun.finish, end);
  } else if (isReadableStream(result) || isTransformStream(result)) {
    pipeRun.count++;
    pumpToNode(result.readable || result, output, pipeRun.finish, end);
  } else {
    throw new ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', result);
  }
  pipeRun.onCleanUp(pipeRun.watch(output, false, true));
  return output;
}

function intoNode(current, stream, pipeRun, { isLast, end }) {
  if (isReadableNodeStream(current)) {
    pipeRun.count += 2;
    const cleanUp = pipe(current, stream, pipeRun, end);
    if (isLast && isReadable(stream)) pipeRun.onCleanUp(cleanUp);
  } else if (isTransformStream(current) || isReadableStream(current)) {
    pipeRun.count++;
    pumpToNode(current.readable || current, stream, pipeRun.finish, end);
  } else if (isIterable(current)) {
    pipeRun.count++;
    pumpToNode(current, stream, pipeRun.finish, end);
  } else {
    throw new ERR_INVALID_ARG_TYPE('val', READABLES, current);
  }
  return stream;
}

function intoWeb(current, stream, pipeRun, { end }) {
  let input = current;
  if (isReadableNodeStream(current)) input = asIterable(current);
  else if (!isReadableStream(current) && !isIterable(current)) {
    if (!isTransformStream(current)) throw new ERR_INVALID_ARG_TYPE('val', READABLES, current);
    input = current.readable;
  }
  pipeRun.count++;
  pumpToWeb(input, stream, pipeRun.finish, end);
  return stream;
}

function pipe(source, dest, pipeRun, end) {
  const { finish } = pipeRun;
  let ended = false;
  dest.on('close', () => {
    if (!ended) pipeRun.fail(new ERR_STREAM_PREMATURE_CLOSE());
  });
  source.pipe(dest, { end: false }); // it is ended below, because pipe() would not end stdout
  if (end) {
    const endDest = () => {
      ended = true;
      dest.end();
    };
    if (isReadableFinished(source)) process.nextTick(endDest);
    else source.once('end', endDest);
  } else {
    finish();
  }
  finished(source, { readable: true, writable: false }, (error) => {
    const state = source._readableState;
    if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && state?.ended && !state.errored && !state.errorEmitted) {
      // Some streams emit 'close' before 'end'. If the stream has ended without an error, 'end' will still come.
      source.once('end', finish).once('error', finish);
    } else {
      finish(error);
    }
  });
  return finished(dest, { readable: false, writable: true }, finish);
}

async function pumpToNode(iterable, writable, finish, end) {
  let error;
  let wake = null;
  const resume = (failure) => {
    if (failure) error = failure;
    wake?.();
    wake = null;
  };
  const drained = () => new Promise((resolve, reject) => {
    const settle = () => (error ? reject(error) : resolve());
    if (error) settle();
    else wake = settle;
  });
  writable.on('drain', resume);
  const cleanUp = finished(writable, { readable: false }, resume);
  try {
    if (writable.writableNeedDrain) await drained();
    for await (const chunk of iterable) {
      if (!writable.write(chunk)) await drained();
    }
    if (end) {
      writable.end();
      await drained();
    }
    finish();
  } catch (failure) {
    finish(error !== failure ? aggregateTwoErrors(error, failure) : failure);
  } finally {
    cleanUp();
    writable.off('drain', resume);
  }
}

async function pumpToWeb(readable, writable, finish, end) {
  const writer = (isTransformStream(writable) ? writable.writable : writable).getWriter();
  try {
    for await (const chunk of readable) {
      await writer.ready;
      PromisePrototypeThen(writer.write(chunk), undefined, () => {}); // `ready` reports its failure
    }
    await writer.ready;
    if (end) await writer.close();
    finish();
  } catch (error) {
    try {
      await writer.abort(error);
      finish(error);
    } catch (abortError) {
      finish(abortError);
    }
  }
}

function pipelinePromise(...streams) {
  return new Promise((resolve, reject) => {
    const last = streams[streams.length - 1];
    let options;
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) && !isWebStream(last)) {
      options = ArrayPrototypePop(streams);
    }
    run(streams, (error, value) => (error ? reject(error) : resolve(value)),
        { signal: options?.signal, end: options?.end });
  });
}
ObjectDefineProperty(pipelinePromise, 'name', { __proto__: null, value: 'pipeline', configurable: true });

module.exports = { pipeline, pipelinePromise };
