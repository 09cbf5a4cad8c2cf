'use strict';

// Duplex: a Readable that also has the state and the methods of a Writable.

const {
  FunctionPrototypeCall, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectKeys, ObjectSetPrototypeOf,
} = require('internal/primordials');
const { addAbortSignal } = require('internal/stream/abort');
const { Stream } = require('internal/stream/legacy');
const { construct } = require('internal/stream/lifecycle');
const { Readable, ReadableState, onConstructed: onReadableConstructed } = require('internal/stream/readable');
const { Writable, WritableState, onConstructed: onWritableConstructed } = require('internal/stream/writable');

function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  this._events ??= {
    close: undefined,
    error: undefined,
    prefinish: undefined,
    finish: undefined,
    drain: undefined,
    data: undefined,
    end: undefined,
    readable: undefined,
  };
  const readable = this._readableState = new ReadableState(options, this, true);
  const writable = this._writableState = new WritableState(options, this, true);
  if (options) {
    this.allowHalfOpen = options.allowHalfOpen !== false;
    if (options.readable === false) {
      readable.readable = false;
      readable.ended = true;
      readable.endEmitted = true;
    }
    if (options.writable === false) {
      writable.writable = false;
      writable.ending = true;
      writable.ended = true;
      writable.finished = true;
    }
    if (typeof options.read === 'function') this._read = options.read;
    if (typeof options.write === 'function') this._write = options.write;
    if (typeof options.writev === 'function') this._writev = options.writev;
    if (typeof options.destroy === 'function') this._destroy = options.destroy;
    if (typeof options.final === 'function') this._final = options.final;
    if (typeof options.construct === 'function') this._construct = options.construct;
    if (options.signal) addAbortSignal(options.signal, this);
  } else {
    this.allowHalfOpen = true;
  }
  FunctionPrototypeCall(Stream, this, options);
  if (this._construct != null) {
    construct(this, () => {
      onReadableConstructed(this, this._readableState);
      onWritableConstructed(this, this._writableState);
    });
  }
}
ObjectSetPrototypeOf(Duplex.prototype, Readable.prototype);
ObjectSetPrototypeOf(Duplex, Readable);

const proto = Duplex.prototype;

for (let i = 0, list = ObjectKeys(Writable.prototype); i < list.length; i++) {
  const name = list[i];
  proto[name] ||= Writable.prototype[name];
}
proto.destroy = Writable.prototype.destroy;

for (let j = 0, items = [
  'writable', 'writableHighWaterMark', 'writableObjectMode', 'writableBuffer', 'writableLength', 'writableFinished',
  'writableCorked', 'writableEnded', 'writableNeedDrain',
]; j < items.length; j++) {
  const name = items[j];
  ObjectDefineProperty(proto, name, {
    __proto__: null, ...ObjectGetOwnPropertyDescriptor(Writable.prototype, name),
  });
}
ObjectDefineProperty(proto, 'destroyed', {
  __proto__: null,
  get() {
    if (this._readableState === undefined || this._writableState === undefined) return false;
    return this._readableState.destroyed && this._writableState.destroyed;
  },
  set(value) {
    if (!this._readableState || !this._writableState) return;
    this._readableState.destroyed = value;
    this._writableState.destroyed = value;
  },
});

Duplex.fromWeb = function(pair, options) {
  return require('internal/webstreams/adapters').newStreamDuplexFromReadableWritablePair(pair, options);
};

Duplex.toWeb = function(duplex, options) {
  return require('internal/webstreams/adapters').newReadableWritablePairFromDuplex(duplex, options);
};

Duplex.from = function(body) {
  return require('internal/stream/duplexify')(body, 'body');
};

module.exports = { Duplex };
