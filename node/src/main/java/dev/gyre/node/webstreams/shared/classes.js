'use strict';

// The classes of the WHATWG Streams standard, which `stream/web` and the globals expose. They are loaded at their first use.

const { ArrayPrototypeMap } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateBoolean } = require('internal/validators');
const { CompressionStream, DecompressionStream } = require('internal/webstreams/compression');
const { TextDecoderStream, TextEncoderStream } = require('internal/webstreams/encoding');
const { ReadableStream, coreOfReadable, publicReadable } = require('internal/webstreams/readable');
const { ReadableByteStreamController, ReadableStreamBYOBRequest, ReadableStreamDefaultController } =
  require('internal/webstreams/readable_controllers');
const { ReadableStreamBYOBReader, ReadableStreamDefaultReader } = require('internal/webstreams/readers');
const { ByteLengthQueuingStrategy, CountQueuingStrategy } = require('internal/webstreams/strategies');
const { TransformStream, TransformStreamDefaultController } = require('internal/webstreams/transform');
const { WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter } =
  require('internal/webstreams/writable');

// The standard's abstract operation of the same name, for other standards to use.
function ReadableStreamTee(stream, cloneForBranch2 = false) {
  const core = coreOfReadable(stream);
  if (core === undefined) throw new ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
  validateBoolean(cloneForBranch2, 'cloneForBranch2');
  return ArrayPrototypeMap(require('internal/webstreams/tee').tee(core, cloneForBranch2), publicReadable);
}

module.exports = {
  ReadableStream,
  ReadableStreamTee,
  ReadableStreamDefaultReader,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableByteStreamController,
  ReadableStreamDefaultController,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultWriter,
  WritableStreamDefaultController,
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  TextEncoderStream,
  TextDecoderStream,
  CompressionStream,
  DecompressionStream,
};
