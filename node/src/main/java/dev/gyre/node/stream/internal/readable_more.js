'use strict';

// The rest of Readable: its properties, and what stands on top of push() and read().

const {
  FunctionPrototypeBind, ObjectDefineProperty, ObjectKeys, SymbolAsyncIterator, SymbolFor,
} = require('internal/primordials');
const { codes: { ERR_STREAM_ITER_MISSING_FLAG } } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const { addAbortSignalNoValidate } = require('internal/stream/abort');
const { from } = require('internal/stream/from');
const { iterate } = require('internal/stream/iterator');
const { destroyer, errorOrDestroy } = require('internal/stream/lifecycle');
const { pipe, unpipe } = require('internal/stream/pipe');
const { Readable } = require('internal/stream/readable');

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
  // What else it can do, this stream can do too.
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

// Not enumerable: packages copy what is enumerable in a prototype.
function property(name, get, set) {
  ObjectDefineProperty(proto, name, { __proto__: null, get, set, enumerable: false, configurable: false });
}

property('readable', function() {
  const state = this._readableState;
  // `state.readable` is false for a Duplex without this side, or when somebody has set it.
  return !!state && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
}, function(value) {
  if (this._readableState) this._readableState.readable = !!value;
});
property('readableDidRead', function() { return this._readableState.dataEmitted; });
property('readableAborted', function() {
  const state = this._readableState;
  return state.readable !== false && (state.destroyed || !!state.errored) && !state.endEmitted;
});
property('readableHighWaterMark', function() { return this._readableState.highWaterMark; });
property('readableBuffer', function() { return this._readableState?.buffer; });
property('readableFlowing', function() {
  return this._readableState.flowing;
}, function(value) {
  if (this._readableState) this._readableState.flowing = value;
});
property('readableLength', function() { return this._readableState.length; });
property('readableObjectMode', function() { return this._readableState ? this._readableState.objectMode : false; });
property('readableEncoding', function() { return this._readableState ? this._readableState.encoding : null; });
property('errored', function() { return this._readableState ? this._readableState.errored : null; });
property('closed', function() { return this._readableState ? this._readableState.closed : false; });
property('destroyed', function() {
  return this._readableState ? this._readableState.destroyed : false;
}, function(value) {
  if (this._readableState) this._readableState.destroyed = value;
});
property('readableEnded', function() { return this._readableState ? this._readableState.endEmitted : false; });
