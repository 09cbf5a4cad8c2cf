'use strict';

// The kind and the state of a stream of any age and origin: ours, those of packages (which have their own readable-stream),
// legacy emitters, http messages, web streams. `null` means: unknown.

const { SymbolAsyncIterator, SymbolFor, SymbolIterator } = require('internal/primordials');

// Registered symbols, because the package readable-stream reads and sets them too.
const kIsDestroyed = SymbolFor('nodejs.stream.destroyed');
const kIsErrored = SymbolFor('nodejs.stream.errored');
const kIsReadable = SymbolFor('nodejs.stream.readable');
const kIsWritable = SymbolFor('nodejs.stream.writable');
const kIsDisturbed = SymbolFor('nodejs.stream.disturbed');
const kIsClosedPromise = SymbolFor('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = SymbolFor('nodejs.webstream.controllerErrorFunction');

const isFunction = (value) => typeof value === 'function';

// ---- kinds

function isReadableNodeStream(value, strict = false) {
  if (!value || !isFunction(value.pipe) || !isFunction(value.on)) return false;
  if (strict && !(isFunction(value.pause) && isFunction(value.resume))) return false;
  // A Writable has pipe() too; a Duplex may have no readable side.
  return !value._writableState || (!!value._readableState && value._readableState.readable !== false);
}

function isWritableNodeStream(value) {
  return !!value && isFunction(value.write) && isFunction(value.on) &&
    (!value._readableState || value._writableState?.writable !== false);
}

function isDuplexNodeStream(value) {
  return !!value && isFunction(value.pipe) && !!value._readableState && isFunction(value.on) &&
    isFunction(value.write);
}

function isNodeStream(value) {
  if (!value) return false;
  if (value._readableState || value._writableState) return true;
  return isFunction(value.on) && (isFunction(value.write) || isFunction(value.pipe));
}

function isReadableStream(value) {
  return !!value && !isNodeStream(value) && isFunction(value.pipeThrough) && isFunction(value.getReader) &&
    isFunction(value.cancel);
}

function isWritableStream(value) {
  return !!value && !isNodeStream(value) && isFunction(value.getWriter) && isFunction(value.abort);
}

function isTransformStream(value) {
  return !!value && !isNodeStream(value) && typeof value.readable === 'object' && typeof value.writable === 'object';
}

function isWebStream(value) {
  return isReadableStream(value) || isWritableStream(value) || isTransformStream(value);
}

// which: true for async iterables only, false for synchronous ones only, undefined for both.
function isIterable(value, which) {
  if (value == null) return false;
  return (which !== false && isFunction(value[SymbolAsyncIterator])) ||
    (which !== true && isFunction(value[SymbolIterator]));
}

function isOutgoingMessage(stream) {
  return typeof stream._closed === 'boolean' && typeof stream._defaultKeepAlive === 'boolean' &&
    typeof stream._removedConnection === 'boolean' && typeof stream._removedContLen === 'boolean';
}

function isServerResponse(stream) {
  return typeof stream._sent100 === 'boolean' && isOutgoingMessage(stream);
}

function isServerRequest(stream) {
  return typeof stream._consuming === 'boolean' && typeof stream._dumped === 'boolean' &&
    stream.req?.upgradeOrConnect === undefined;
}

// A request of a client, from http or from a package.
function isRequest(stream) {
  return !!stream?.setHeader && isFunction(stream.abort);
}

// ---- states

function isDestroyed(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return !!(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

// end() was called.
function isWritableEnded(stream) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return typeof state?.ended === 'boolean' ? state.ended : null;
}

// 'finish' was emitted; without `strict` also: is about to be emitted.
function isWritableFinished(stream, strict) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  if (typeof state?.finished !== 'boolean') return null;
  return state.finished || (strict === false && state.ended === true && state.length === 0);
}

// push(null) was called.
function isReadableEnded(stream) {
  if (!isReadableNodeStream(stream)) return null;
  if (stream.readableEnded === true) return true;
  const state = stream._readableState;
  if (!state || state.errored) return false;
  return typeof state.ended === 'boolean' ? state.ended : null;
}

// 'end' was emitted; without `strict` also: is about to be emitted.
function isReadableFinished(stream, strict) {
  if (!isReadableNodeStream(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  if (typeof state?.endEmitted !== 'boolean') return null;
  return state.endEmitted || (strict === false && state.ended === true && state.length === 0);
}

function isReadable(stream) {
  const told = stream?.[kIsReadable];
  if (told != null) return told;
  if (typeof stream?.readable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

function isWritable(stream) {
  const told = stream?.[kIsWritable];
  if (told != null) return told;
  if (typeof stream?.writable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

// Neither data nor events will follow.
function isFinished(stream) {
  if (!isNodeStream(stream)) return null;
  return isDestroyed(stream) || (!isReadable(stream) && !isWritable(stream));
}

function writableErrorOf(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.writableErrored || (stream._writableState?.errored ?? null);
}

function readableErrorOf(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.readableErrored || (stream._readableState?.errored ?? null);
}

function isClosed(stream) {
  if (!isNodeStream(stream)) return null;
  if (typeof stream.closed === 'boolean') return stream.closed;
  const writable = stream._writableState?.closed;
  const readable = stream._readableState?.closed;
  if (typeof writable === 'boolean' || typeof readable === 'boolean') return writable || readable;
  return isOutgoingMessage(stream) ? stream._closed : null;
}

function willEmitClose(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  if (!state) return isServerResponse(stream);
  return !!(state.autoDestroy && state.emitClose && state.closed === false);
}

function isDisturbed(stream) {
  return !!(stream && (stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted)));
}

function isErrored(stream) {
  if (!stream) return false;
  const readable = stream._readableState;
  const writable = stream._writableState;
  return !!(stream[kIsErrored] ?? stream.readableErrored ?? stream.writableErrored ?? readable?.errorEmitted ??
    writable?.errorEmitted ?? readable?.errored ?? writable?.errored);
}

module.exports = {
  isClosed,
  isDestroyed,
  isDisturbed,
  isDuplexNodeStream,
  isErrored,
  isFinished,
  isIterable,
  isNodeStream,
  isReadable,
  isReadableEnded,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isRequest,
  isServerRequest,
  isServerResponse,
  isTransformStream,
  isWebStream,
  isWritable,
  isWritableEnded,
  isWritableFinished,
  isWritableNodeStream,
  isWritableStream,
  kControllerErrorFunction,
  kIsClosedPromise,
  kIsDestroyed,
  kIsDisturbed,
  kIsErrored,
  kIsReadable,
  kIsWritable,
  readableErrorOf,
  willEmitClose,
  writableErrorOf,
};
