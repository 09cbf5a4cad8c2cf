'use strict';

// IncomingMessage: a request at a server or a response at a client, and a Readable of its body.
//
// The head is one string, as the parser delivered it. Most programs use little of it, so the list of raw headers and the
// header objects are created at their first use.

const {
  ArrayPrototypePush, FunctionPrototypeCall, ObjectAssign, ObjectDefineProperty, ObjectSetPrototypeOf,
  StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeSplit, Symbol, copyList,
} = require('internal/primordials');
const { Readable, finished } = require('stream');
const { addField, addDistinct, distinctFieldsOf, fieldsOf, fieldsOfText } = require('internal/http/fields');

const kHead = Symbol('kHead');
const kKeptHead = Symbol('kKeptHead'); // the earlier head that has the same headers
const kRawHeaders = Symbol('kRawHeaders');
const kHeaders = Symbol('kHeaders');
const kHeadersDistinct = Symbol('kHeadersDistinct');
const kTrailers = Symbol('kTrailers');
const kTrailersDistinct = Symbol('kTrailersDistinct');
const kMaxPairs = Symbol('kMaxPairs');
const kSignal = Symbol('kSignal'); // the AbortController of its signal
const kIsAnswered = Symbol('kIsAnswered');
const kUnfollow = Symbol('kUnfollow');

let lastOptions = { autoDestroy: true, highWaterMark: 0 };

// Nearly all sockets have the same value.
function optionsFor(socket) {
  const highWaterMark = socket.readableHighWaterMark;
  if (lastOptions.highWaterMark !== highWaterMark) lastOptions = { autoDestroy: true, highWaterMark };
  return lastOptions;
}

function IncomingMessage(socket) {
  FunctionPrototypeCall(Readable, this, socket ? optionsFor(socket) : undefined);
  this._readableState.readingMore = true;
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this[kHead] = '';
  this[kKeptHead] = undefined;
  this[kRawHeaders] = undefined;
  this[kHeaders] = undefined;
  this.rawTrailers = [];
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  this.url = '';
  this.method = null;
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consuming = false;
  this._dumped = false;
  this[kIsAnswered] = false;
}
ObjectSetPrototypeOf(IncomingMessage.prototype, Readable.prototype);
ObjectSetPrototypeOf(IncomingMessage, Readable);

// text is the parser's: `target \n name \n value \n ...`.
function setHead(message, text, major, minor, maxPairs, keptHead) {
  message.httpVersionMajor = major;
  message.httpVersionMinor = minor;
  message.httpVersion = major === 1 && minor === 1 ? '1.1' : `${major}.${minor}`;
  const end = StringPrototypeIndexOf(text, '\n');
  message[kHead] = keptHead === undefined ? text : keptHead.text;
  message[kKeptHead] = keptHead;
  if (maxPairs > 0) message[kMaxPairs] = maxPairs;
  return end < 0 ? '' : StringPrototypeSlice(text, 0, end);
}

function setTrailers(message, text) {
  if (text !== '') message.rawTrailers = StringPrototypeSplit(StringPrototypeSlice(text, 0, -1), '\n');
}

// All lines but the first. Three times faster than split().
function linesOf(text, max) {
  const lines = [];
  let from = StringPrototypeIndexOf(text, '\n') + 1;
  for (let to = StringPrototypeIndexOf(text, '\n', from); to >= 0 && lines.length < max; to = StringPrototypeIndexOf(text, '\n', from)) {
    ArrayPrototypePush(lines, StringPrototypeSlice(text, from, to));
    from = to + 1;
  }
  return lines;
}

const { prototype } = IncomingMessage;

// Defaults of fields that few messages set: see OutgoingMessage.
ObjectAssign(prototype, {
  [kMaxPairs]: 0,
  [kHeadersDistinct]: undefined,
  [kTrailers]: undefined,
  [kTrailersDistinct]: undefined,
  [kSignal]: undefined,
  [kUnfollow]: undefined,
});

const accessor = (name, get, set, flags) => {
  ObjectDefineProperty(prototype, name, { __proto__: null, configurable: true, enumerable: false, get, set, ...flags });
};

accessor('rawHeaders', function() {
  if (this[kRawHeaders] === undefined) {
    this[kRawHeaders] = linesOf(this[kHead], this[kMaxPairs] || Infinity);
  }
  return this[kRawHeaders];
}, function(value) { this[kRawHeaders] = value; }, { enumerable: true });

accessor('headers', function() {
  return this[kHeaders] ??= headersOf(this);
}, function(value) { this[kHeaders] = value; });

function headersOf(message) {
  const { joinDuplicateHeaders, [kMaxPairs]: maxPairs, [kKeptHead]: keptHead, [kRawHeaders]: raw } = message;
  if (raw !== undefined) return fieldsOf(raw, joinDuplicateHeaders);
  if (keptHead !== undefined) return keptHead.fields(maxPairs, joinDuplicateHeaders);
  return fieldsIn(message[kHead], maxPairs, joinDuplicateHeaders);
}

const fieldsIn = (text, maxPairs, joins) => fieldsOfText(text, StringPrototypeIndexOf(text, '\n') + 1, maxPairs >> 1, joins);

// A head whose headers a client repeats in later requests. Copying its objects is cheaper than parsing again.
class KeptHead {
  #fields;
  #maxPairs;
  #joins;

  constructor(text) {
    this.text = text;
  }

  fields(maxPairs, joins) {
    if (this.#fields === undefined || maxPairs !== this.#maxPairs || joins !== this.#joins) {
      this.#fields = fieldsIn(this.text, maxPairs, joins);
      this.#maxPairs = maxPairs;
      this.#joins = joins;
    }
    const copy = { ...this.#fields };
    if (copy['set-cookie'] !== undefined) copy['set-cookie'] = copyList(copy['set-cookie']);
    return copy;
  }
}

accessor('headersDistinct', function() {
  return this[kHeadersDistinct] ??= distinctFieldsOf(this.rawHeaders);
}, function(value) { this[kHeadersDistinct] = value; });

accessor('trailers', function() {
  return this[kTrailers] ??= fieldsOf(this.rawTrailers, this.joinDuplicateHeaders);
}, function(value) { this[kTrailers] = value; });

accessor('trailersDistinct', function() {
  return this[kTrailersDistinct] ??= distinctFieldsOf(this.rawTrailers);
}, function(value) { this[kTrailersDistinct] = value; });

accessor('connection', function() { return this.socket; }, function(value) { this.socket = value; });

accessor('signal', function() {
  if (this[kSignal] === undefined) {
    this[kSignal] = new AbortController();
    if (this.aborted || this.socket?.destroyed) this[kSignal].abort();
    else if (this.socket && !this[kIsAnswered]) followSocket(this);
  }
  return this[kSignal].signal;
});

// The signal is for code that prepares the response, so it does not abort when the request has been received completely.
function followSocket(message) {
  const { socket } = message;
  const abort = () => message[kSignal].abort();
  socket.once('close', abort);
  message[kUnfollow] = () => socket.removeListener('close', abort);
}

function answered(message) {
  message[kIsAnswered] = true;
  message[kUnfollow]?.();
}

prototype.setTimeout = function setTimeout(msecs, callback) {
  if (callback) this.on('timeout', callback);
  this.socket.setTimeout(msecs);
  return this;
};

prototype._read = function _read() {
  if (!this._consuming) {
    this._readableState.readingMore = false;
    this._consuming = true;
  }
  const { socket } = this;
  if (socket?.readable && socket.parser) socket.parser.reader.resume();
};

prototype._destroy = function _destroy(error, callback) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
    this[kSignal]?.abort();
  }
  // A connection can't be reused after an incomplete message.
  const { socket } = this;
  if (socket && !socket.destroyed && this.aborted) {
    socket.destroy(error);
    const stop = finished(socket, (ofSocket) => {
      if (ofSocket?.code === 'ERR_STREAM_PREMATURE_CLOSE') ofSocket = null;
      stop();
      process.nextTick(onError, this, ofSocket || error, callback);
    });
    return;
  }
  if (error == null && !this.aborted) callback();
  else process.nextTick(onError, this, error, callback); // listeners may be added after destroy()
};

// Without listeners, the error only ends the connection.
function onError(message, error, callback) {
  callback(message.listenerCount('error') > 0 ? error : undefined);
}

prototype._addHeaderLines = function _addHeaderLines(headers, count) {
  if (!headers?.length) return;
  const to = this.complete ? this.trailers : this.headers;
  for (let i = 0; i < count; i += 2) this._addHeaderLine(headers[i], headers[i + 1], to);
};

prototype._addHeaderLine = function _addHeaderLine(name, value, to) {
  addField(name, value, to, this.joinDuplicateHeaders);
};

prototype._addHeaderLineDistinct = function _addHeaderLineDistinct(name, value, to) {
  addDistinct(name, value, to);
};

// Discards the rest of the body.
prototype._dump = function _dump() {
  if (this._dumped) return;
  this._dumped = true;
  this.removeAllListeners('data');
  if (this.complete && !this.destroyed && this.readableLength === 0) this.read(0); // only the end is missing
  else this.resume();
};

// Does at once what _dump() does over several ticks, for a request that was received completely, never read, and has no
// listeners. Returns whether the request is one of these.
function endUnread(message) {
  const state = message._readableState;
  if (message._consuming || message._dumped || !message.complete || !state.ended || state.length !== 0 ||
      state.flowing !== null || state.endEmitted || state.destroyed || state.errored !== null || state.readableListening ||
      message._dump !== _dump || message.read !== read || message.destroy !== destroy || message._destroy !== _destroy) {
    return false;
  }
  message._dumped = true;
  state.endEmitted = true;
  state.destroyed = true;
  state.closed = true;
  state.closeEmitted = true;
  return true;
}

prototype._dumpAndCloseReadable = function _dumpAndCloseReadable() {
  this._dumped = true;
  this._readableState.ended = true;
  this._readableState.endEmitted = true;
  this._readableState.destroyed = true;
  this._readableState.closed = true;
  this._readableState.closeEmitted = true;
};

const { _destroy, _dump, destroy, read } = prototype;

module.exports = { IncomingMessage, KeptHead, answered, endUnread, setHead, setTrailers };
