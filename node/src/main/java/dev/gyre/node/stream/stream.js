'use strict';

// node:stream. The parts are in internal/stream: lifecycle and side are common to all streams, readable and writable are the
// two sides, and the rest is built on these.

const {
  ArrayBufferIsView, ObjectDefineProperties, ObjectDefineProperty, ObjectValues, ReflectApply,
} = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { FastBuffer } = require('internal/buffer/fast');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR } } = require('internal/errors');
const { kCustomPromisifiedSymbol } = require('internal/util');
const { addAbortSignal } = require('internal/stream/abort');
const { Duplex } = require('internal/stream/duplex');
const { finished } = require('internal/stream/finished');
const kinds = require('internal/stream/kinds');
const { Stream } = require('internal/stream/legacy');
const { destroyer } = require('internal/stream/lifecycle');
const { pipeline } = require('internal/stream/pipeline');
const { Readable } = require('internal/stream/readable');
const { PassThrough, Transform } = require('internal/stream/transform');
const { getDefaultHighWaterMark, setDefaultHighWaterMark } = require('internal/stream/watermark');
const { Writable } = require('internal/stream/writable');
const { promiseReturningOperators, streamReturningOperators } = require('internal/stream/operators');

module.exports = Stream;

Stream.isDestroyed = kinds.isDestroyed;
Stream.isDisturbed = kinds.isDisturbed;
Stream.isErrored = kinds.isErrored;
Stream.isReadable = kinds.isReadable;
Stream.isWritable = kinds.isWritable;
Stream.Readable = Readable;

function defineOperator(operator, call) {
  function method(...args) {
    if (new.target) throw new ERR_ILLEGAL_CONSTRUCTOR();
    return call(ReflectApply(operator, this, args));
  }
  ObjectDefineProperties(method, {
    __proto__: null,
    name: { __proto__: null, value: operator.name, configurable: true },
    length: { __proto__: null, value: operator.length, configurable: true },
  });
  ObjectDefineProperty(Readable.prototype, operator.name, {
    __proto__: null, value: method, enumerable: false, configurable: true, writable: true,
  });
}
for (let i = 0, list = ObjectValues(streamReturningOperators); i < list.length; i++) defineOperator(list[i], Readable.from);
for (let j = 0, items = ObjectValues(promiseReturningOperators); j < items.length; j++) defineOperator(items[j], (promise) => promise);

Stream.Writable = Writable;
Stream.Duplex = Duplex;
Stream.Transform = Transform;
Stream.PassThrough = PassThrough;
Stream.duplexPair = require('internal/stream/duplex_pair');
Stream.pipeline = pipeline;
Stream.addAbortSignal = addAbortSignal;
Stream.finished = finished;
Stream.destroy = destroyer;
Stream.compose = require('internal/stream/compose');
Stream.setDefaultHighWaterMark = setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = getDefaultHighWaterMark;

const promises = () => require('stream/promises');
ObjectDefineProperty(Stream, 'promises', { __proto__: null, configurable: true, enumerable: true, get: promises });
for (let k = 0, entries = [pipeline, finished]; k < entries.length; k++) {
  const fn = entries[k];
  ObjectDefineProperty(fn, kCustomPromisifiedSymbol, {
    __proto__: null, enumerable: true, get: () => promises()[fn.name],
  });
}

Stream.Stream = Stream;
Stream._isArrayBufferView = ArrayBufferIsView;
Stream._isUint8Array = require('util/types').isUint8Array;
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
  return new FastBuffer(bufferOf(chunk), byteOffsetOf(chunk), byteLengthOf(chunk));
};
