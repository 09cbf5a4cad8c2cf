'use strict';

// Reads the messages on a connection and calls a target with their parts:
//
//   head(text, numbers, flags), body(bytes), messageEnd(trailers), parseError(error)
//   upgradeGoesOn()   after an upgrade was accepted: the part of its body that came with the head was delivered, more follows
//
// The parser is in Java. On a system socket it parses bytes before JavaScript sees them (HttpConnection.java). Other
// streams, and sockets that the program reads itself, are read here and passed to it (HttpFeed.java).

const {
  ArrayPrototypeSlice, Error, FunctionPrototypeCall, Number, ObjectAssign, ReflectApply, StringPrototypeSplit, Symbol,
  bufferOf, byteLengthOf, byteOffsetOf, joinLists,
} = require('internal/primordials');
const { codes: { ERR_HTTP_SOCKET_ENCODING } } = require('internal/errors');
const options = require('internal/options');
const { Buffer } = require('buffer');
const context = require('internal/async_context');
const { Socket, listener: socketListener, readsFromHandle } = require('internal/net/socket');
const layout = require('internal/layout');
const { refine } = require('internal/callbacks');

const native = binding('http');

const { HEAD, BODY, MESSAGE_END } = layout.SocketEvent;
const { UPGRADE, KEEPS_ALIVE, COMPLETE, REPEATED, KEPT, HAS_LENGTH, HAS_ENCODING, HAS_HOST, HAS_EXPECT } = layout.HttpFlags;
const { MAJOR_SHIFT, METHOD_MASK, MINOR_SHIFT, STATUS_SHIFT, VERSION_MASK } = layout.HttpNumbers;
const { LENIENT_ALL, LENIENT_VALUES } = layout.HttpLeniency;

const methodOf = (numbers) => numbers & METHOD_MASK;
const minorOf = (numbers) => (numbers >> MINOR_SHIFT) & VERSION_MASK;
const majorOf = (numbers) => (numbers >> MAJOR_SHIFT) & VERSION_MASK;
const statusOf = (numbers) => numbers >> STATUS_SHIFT;

const DEFAULT_HEADER_SIZE = 16384;
const DEFAULT_HEADERS_COUNT = 1000;
let defaultHeaderSize;

function maxHeaderSize() {
  return defaultHeaderSize ??= Number(options.get('--max-http-header-size') ?? DEFAULT_HEADER_SIZE) || DEFAULT_HEADER_SIZE;
}

let warned = false;
function isInsecure() {
  if (!options.get('--insecure-http-parser')) return false;
  if (!warned) {
    warned = true;
    process.emitWarning('Using insecure HTTP parsing');
  }
  return true;
}

function leniency({ httpValidation, insecureHTTPParser }) {
  if (httpValidation !== undefined) return { strict: 0, relaxed: LENIENT_VALUES, insecure: LENIENT_ALL }[httpValidation];
  return insecureHTTPParser ?? isInsecure() ? LENIENT_ALL : 0;
}

function errorOf(code, reason, bytesParsed, rawPacket) {
  // An end in the middle of a message has no packet, and Node's message for it has no reason.
  if (code === 'HPE_INVALID_EOF_STATE') return ObjectAssign(new Error('Parse Error'), { bytesParsed, code, reason });
  const error = new Error(`Parse Error${reason ? `: ${reason}` : ''}`);
  return ObjectAssign(error, { bytesParsed, code, reason, rawPacket });
}

const kReader = Symbol('kReader');

// settings: { maxHeaderSize, maxHeadersCount, httpValidation, insecureHTTPParser }
const settingsOf = (settings) => [
  settings.maxHeaderSize || maxHeaderSize(), settings.maxHeadersCount ?? DEFAULT_HEADERS_COUNT, leniency(settings),
];

const handleListener = {
  ...socketListener,
  head(socket, text, numbers, flags) {
    const reader = socket[kReader];
    if (reader === undefined) return;
    reader.heard++;
    socket._unrefTimer();
    reader.target.head(text, numbers, flags);
  },
  body(socket, bytes) {
    const reader = socket[kReader];
    if (reader === undefined) return;
    reader.heard++;
    socket._unrefTimer();
    reader.target.body(bytes);
  },
  messageEnd(socket, trailers) {
    const reader = socket[kReader];
    if (reader === undefined) return;
    reader.heard++;
    reader.target.messageEnd(trailers);
  },
  parseError(socket, { code, reason, bytesParsed, rawPacket }) {
    const reader = socket[kReader];
    if (reader === undefined) return;
    reader.heard++;
    reader.target.parseError(errorOf(code, reason, bytesParsed, rawPacket));
  },
  upgradeGoesOn(socket) {
    const reader = socket[kReader];
    if (reader === undefined) return;
    reader.heard++;
    reader.target.upgradeGoesOn();
  },
};

class HandleReader {
  #handle;
  #socket;
  #isDetached = false;
  #granted = undefined; // the response to an upgrade, which the parser may not have yet

  constructor(socket, target, isResponse, settings) {
    this.target = target;
    this.heard = 0; // number of events received
    this.#socket = socket;
    this.#handle = socket._handle;
    socket[kReader] = this;
    ReflectApply(native.attachHttp, native, joinLists([this.#handle.id, isResponse], settingsOf(settings)));
    this.#handle.hadParser = true;
    this.#handle.parserFrame = context.get();
    this.#handle.beginParser(isResponse ? 'HTTPCLIENTREQUEST' : 'HTTPINCOMINGMESSAGE', isResponse ? this.#handle.triggerId : this.#handle.asyncId);
    this.#handle.listener = handleListener;
    this.#handle.readStart();
    if (isResponse) seeDataListeners(socket);
    else followListeners(socket);
  }

  get id() { return this.#handle.id; }
  get isIdle() { return !this.#handle.isClosed && native.isIdleHttp(this.#handle.id, this.heard); }
  expect(answer) { native.expectHttp(this.#handle.id, answer); }
  answerUpgrade(isGranted) {
    this.#granted = isGranted;
    native.answerUpgrade(this.#handle.id, isGranted);
  }
  pause() { this.#handle.readStop(); }
  resume() { this.#handle.readStart(); }

  // From here on bytes go through the stream, and from there to the parser.
  unconsume() {
    if (this.#isDetached || this.#handle.isClosed) return;
    this.#isDetached = true;
    this.#socket.removeListener('data', onPushed);
    const reader = new StreamReader(this.#socket, this.target, native.unconsumeHttp(this.#handle.id),
                                    this.#handle.parserFrame);
    this.#socket[kReader] = reader; // it also gets bytes that were read before
    this.target.reader = reader;
    if (this.#granted !== undefined) reader.answerUpgrade(this.#granted);
  }

  // Bytes that were read after the last message, or undefined if there are none. Messages that were parsed but not delivered
  // yet are still delivered.
  detach() {
    if (this.#isDetached) return undefined;
    this.#isDetached = true;
    this.#handle.endParser();
    this.#socket.removeListener('data', onPushed);
    this.#socket[kReader] = undefined;
    if (this.#handle.isClosed) return undefined;
    const rest = native.detachHttp(this.#handle.id, this.heard);
    if (rest === undefined) {
      this.#handle.listener = socketListener;
      return undefined;
    }
    if (rest.byteLength === 0) this.#socket[kReader] = this;
    return Buffer.from(bufferOf(rest), byteOffsetOf(rest), byteLengthOf(rest));
  }
}

// The bytes of a connection bypass its stream as long as nobody listens for them. The encoding of a server's can't be
// changed, because that would change the parser's input too.

function followListeners(socket) {
  FunctionPrototypeCall(Socket.prototype.on, socket, 'data', onPushed); // the socket may have had a parser before
  seeDataListeners(socket);
  socket.setEncoding = setEncoding;
}

function seeDataListeners(socket) {
  socket.on = on;
  socket.addListener = addListener;
  socket.prependListener = prependListener;
}

// The program read these bytes before and put them back with unshift().
function onPushed(bytes) {
  this[kReader].unconsume();
  this[kReader].feed(bytes);
}

function unconsumeFor(socket, event) {
  if (event === 'data' || event === 'readable') socket[kReader]?.unconsume?.();
}

function on(event, listener) {
  unconsumeFor(this, event);
  return FunctionPrototypeCall(Socket.prototype.on, this, event, listener);
}

function addListener(event, listener) {
  unconsumeFor(this, event);
  return FunctionPrototypeCall(Socket.prototype.addListener, this, event, listener);
}

function prependListener(event, listener) {
  unconsumeFor(this, event);
  return FunctionPrototypeCall(Socket.prototype.prependListener, this, event, listener);
}

function setEncoding() {
  throw new ERR_HTTP_SOCKET_ENCODING();
}

class StreamReader {
  #feed;
  #stream;
  #frame; // async context in which the target is called
  #onData = (bytes) => { if (this.#feed !== undefined) this.feed(bytes); }; // not detached by another listener
  #isFinished = false;
  #onEnd = () => this.finish();

  // isFirst: whether it hears of bytes before other listeners
  constructor(stream, target, feed, frame, isFirst = false) {
    this.target = target;
    this.heard = 0;
    this.#frame = frame;
    this.#stream = stream;
    this.#feed = feed;
    if (isFirst) stream.prependListener('data', this.#onData).resume();
    else stream.on('data', this.#onData);
    stream.on('end', this.#onEnd);
  }

  feed(bytes) {
    this.#stream._unrefTimer?.();
    this.#tell(native.feed(this.#feed, bytes));
  }

  // There are no more bytes, which may end the message. A listener of the same event that detaches calls it before.
  finish() {
    if (this.#isFinished || this.#feed === undefined) return;
    this.#isFinished = true;
    this.#tell(native.finishFeed(this.#feed));
  }

  #tell(found) {
    const outer = context.get();
    context.set(this.#frame);
    try {
      this.#tellAll(found);
    } finally {
      context.set(outer);
    }
  }

  #tellAll(found) {
    for (let i = 0; i < found.length && this.#feed !== undefined; i += 4) {
      const { 0: kind, 1: content, 2: numbers, 3: flags } = ArrayPrototypeSlice(found, i, i + 4);
      if (kind === HEAD) {
        refine(layout.Kind.HTTP_REQUEST); // a client changes it again
        this.target.head(content, numbers, flags);
      } else if (kind === BODY) {
        this.target.body(Buffer.from(bufferOf(content), byteOffsetOf(content), byteLengthOf(content)));
      } else if (kind === MESSAGE_END) this.target.messageEnd(content);
      else this.target.parseError(ReflectApply(errorOf, undefined, joinLists(StringPrototypeSplit(content, '\n'), [numbers, Buffer.from(flags)])));
    }
  }

  get id() { return this.#feed === undefined ? undefined : -this.#feed; }
  get isIdle() { return this.#feed !== undefined && native.isIdleFeed(this.#feed); }
  expect(answer) { native.expectFeed(this.#feed, answer); }
  answerUpgrade(isGranted) {
    process.nextTick(() => {
      if (this.#feed === undefined) return;
      const found = native.answerFeedUpgrade(this.#feed, isGranted);
      if (found === undefined) return; // it was answered already
      this.#tell(found);
      if (isGranted && this.#feed !== undefined) this.target.upgradeGoesOn();
    });
  }
  pause() { this.#stream.pause(); }
  resume() { this.#stream.resume(); }

  detach() {
    if (this.#feed === undefined) return undefined;
    this.#stream[kReader] = undefined;
    this.#stream.removeListener('data', this.#onData);
    this.#stream.removeListener('end', this.#onEnd);
    const rest = native.closeFeed(this.#feed);
    this.#feed = undefined;
    return rest.byteLength === 0 ? undefined : Buffer.from(bufferOf(rest), byteOffsetOf(rest), byteLengthOf(rest));
  }
}

// A program may have begun to listen for the bytes of a client's connection while that was made.
function read(socket, target, isResponse, settings) {
  const isHandle = readsFromHandle(socket);
  const isHeard = isHandle && isResponse && socket.listenerCount('data') > 0;
  if (isHandle && !isHeard) return new HandleReader(socket, target, isResponse, settings);
  return new StreamReader(socket, target, ReflectApply(native.openFeed, native, joinLists([isResponse], settingsOf(settings))), context.get(), isHeard);
}

// ---- connections without a reader

// Bytes that arrive between two requests would be parsed as the response to the second one.
const guardListener = { ...socketListener, data: (socket) => socket.destroy() };

function destroyIt() {
  this.destroy();
}

function guard(socket) {
  if (readsFromHandle(socket)) socket._handle.listener = guardListener;
  else socket.on('data', destroyIt);
}

function unguard(socket) {
  if (!readsFromHandle(socket)) socket.removeListener('data', destroyIt);
  else if (socket._handle.listener === guardListener) socket._handle.listener = socketListener;
}

// A guard sees bytes when the loop reads them. Whoever gives an idle connection another request asks for those that came
// since: they would be taken for its response.
const hasUnread = (socket) => socket._handle?.hasUnread?.() === true;

// Ends HTTP on a socket whose handle is sent to another process.
function release(socket) {
  socket[kReader]?.detach();
  socket._httpMessage?.detachSocket(socket);
}

module.exports = {
  release,
  UPGRADE, KEEPS_ALIVE, COMPLETE, REPEATED, KEPT, HAS_LENGTH, HAS_ENCODING, HAS_HOST, HAS_EXPECT,
  HEAD, BODY, MESSAGE_END, LENIENT_ALL, LENIENT_VALUES,
  methodOf, minorOf, majorOf, statusOf,
  expired: (headersMs, requestsMs) => native.expiredHttp(headersMs, requestsMs),
  guard,
  hasUnread,
  maxHeaderSize,
  isInsecure,
  leniency,
  read,
  settingsOf,
  unguard,
};
