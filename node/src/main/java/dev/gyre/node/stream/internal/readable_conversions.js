'use strict';

// The methods of Readable that connect a stream with others: pipes, iterators, web streams, older emitters. They use only
// push() and read().

const {
  FunctionPrototypeBind, ObjectKeys, SymbolAsyncIterator, SymbolFor,
} = require('internal/primordials');
const { codes: { ERR_STREAM_ITER_MISSING_FLAG } } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const { addAbortSignalNoValidate } = require('internal/stream/abort');
const { from } = require('internal/stream/from');
const { iterate } = require('internal/stream/iterator');
const { destroyer, errorOrDestroy } = require('internal/stream/lifecycle');
const { pipe, unpipe } = require('internal/stream/pipe');

function addConversions(Readable) {
  const proto = Readable.prototype;

  proto.pipe = pipe;
  proto.unpipe = unpipe;

  proto[SymbolAsyncIterator] = function() {
    return iterate(this);
  };

  proto.iterator = function(options) {
    if (options !== undefined) validateObject(options, 'options');
    return iterate(this, options);
  };

  proto.compose = function compose(stream, options) {
    if (options != null) validateObject(options, 'options');
    if (options?.signal != null) validateAbortSignal(options.signal, 'options.signal');
    const composed = require('internal/stream/compose')(this, stream);
    if (options?.signal) addAbortSignalNoValidate(options.signal, composed);
    return composed;
  };

  // Reads from an emitter of 'data' and 'end'.
  proto.wrap = function(stream) {
    let paused = false;
    stream.on('data', (chunk) => {
      if (!this.push(chunk) && stream.pause) {
        paused = true;
        stream.pause();
      }
    });
    stream.on('end', () => this.push(null));
    stream.on('error', (error) => errorOrDestroy(this, error));
    stream.on('close', () => this.destroy());
    stream.on('destroy', () => this.destroy());
    this._read = () => {
      if (!paused || !stream.resume) return;
      paused = false;
      stream.resume();
    };
    // Adds the emitter's other methods.
    for (let i = 0, list = ObjectKeys(stream); i < list.length; i++) {
      const name = list[i];
      if (this[name] === undefined && typeof stream[name] === 'function') this[name] = FunctionPrototypeBind(stream[name], stream);
    }
    return this;
  };

  Readable.wrap = function(source, options) {
    return new Readable({
      objectMode: source.readableObjectMode ?? source.objectMode ?? true,
      ...options,
      destroy(error, callback) {
        destroyer(source, error);
        callback(error);
      },
    }).wrap(source);
  };

  Readable.from = function(iterable, options) {
    return from(Readable, iterable, options);
  };

  Readable.fromWeb = function(readableStream, options) {
    return require('internal/webstreams/adapters').newStreamReadableFromReadableStream(readableStream, options);
  };

  Readable.toWeb = function(readable, options) {
    return require('internal/webstreams/adapters').newReadableStreamFromStreamReadable(readable, options);
  };

  // How stream/iter reads this stream.
  proto[SymbolFor('Stream.toAsyncStreamable')] = function() {
    if (!require('internal/options').get('--experimental-stream-iter')) throw new ERR_STREAM_ITER_MISSING_FLAG();
    return require('internal/stream/iter/classic').streamable(this);
  };
}

module.exports = { addConversions };
