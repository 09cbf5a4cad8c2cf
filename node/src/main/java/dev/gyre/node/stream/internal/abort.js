'use strict';

// addAbortSignal(signal, stream): the stream is destroyed when the signal aborts.

const { SymbolDispose } = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { finished } = require('internal/stream/finished');
const { isNodeStream, isWebStream, kControllerErrorFunction } = require('internal/stream/kinds');

const isSignal = (value) => typeof value === 'object' && 'aborted' in value;

function addAbortSignal(signal, stream) {
  if (!isSignal(signal)) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  if (!isNodeStream(stream) && !isWebStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return addAbortSignalNoValidate(signal, stream);
}

function addAbortSignalNoValidate(signal, stream) {
  if (!isSignal(signal)) return stream;
  const onAbort = () => {
    const error = new AbortError(undefined, { cause: signal.reason });
    if (isNodeStream(stream)) stream.destroy(error);
    else stream[kControllerErrorFunction](error);
  };
  if (signal.aborted) {
    onAbort();
  } else {
    const { addAbortListener } = require('internal/events/abort_listener');
    finished(stream, addAbortListener(signal, onAbort)[SymbolDispose]);
  }
  return stream;
}

module.exports = { addAbortSignal, addAbortSignalNoValidate };
