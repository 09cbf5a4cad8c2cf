'use strict';

// One end of an HTTP/2 connection: the state machine of RFC 9113. It reads from and writes to any Duplex and knows nothing
// of the objects that programs see; those are told by a listener.
//
//   bytes ──> FramesIn ──> endpoint_events (checks, windows) ──> listener ──> Http2Session, Http2Stream
//   Http2Stream ──> StreamEnd ──> Output ──> native.encode ──> socket.write
//
// Java reads frames and header blocks, and one call handles all bytes of a chunk. What is to be sent is gathered until the
// check phase of the loop, so that the answers to all requests of a chunk are one call and one write.
//
// Data goes out frame by frame, one stream after the other, as far as the windows of streams and connection allow, and only
// while the socket takes it: so a slow peer holds up the writes of streams, by their callbacks.

const {
  ArrayPrototypeFindIndex, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSplice, MathMax,
} = require('internal/primordials');
const { setImmediate } = require('timers');
const { bufferOfLatin1 } = require('internal/http2/bytes');
const { ConnectionFrames } = require('internal/http2/connection_frames');
const { sendData } = require('internal/http2/data_out');
const { figuresOfSession } = require('internal/http2/figures');
const { LastReceived } = require('internal/http2/headers');
const { Output } = require('internal/http2/output');
const { StreamEnd } = require('internal/http2/stream_end');
const { StreamTable } = require('internal/http2/stream_table');
const { DEFAULTS } = require('internal/http2/settings');
const { FramesIn } = require('internal/http2/frames_in');
const { afterTicks } = require('internal/process/task_queues');
const { ErrnoException } = require('internal/errors');
const { UV_ECANCELED } = require('internal/errno');
const { performance } = require('perf_hooks');

const native = binding('http2');

const NO_ERROR = 0;
const FRAME_SIZE_ERROR = 6;
const REFUSED_STREAM = 7;
const HEADERS = 1;
const DEFAULT_WINDOW = 65535;
const MAX_STREAM_ID = 2 ** 31 - 1;
const MAX_LIST_BYTES = 2 ** 24 - 1;
const STREAM_BYTES = 700; // counted as memory of the session

const PADDING_NONE = 0;

const now = () => performance.now();
const canceled = () => new ErrnoException(UV_ECANCELED, 'write');

function cancel(entries) {
  for (let i = 0; i < entries.length; i++) entries[i].done?.(canceled());
}

const finishFlush = (endpoint) => endpoint.finishFlush();

class Endpoint extends ConnectionFrames {
  constructor(socket, isServer, options, listener, session) {
    super();
    this.socket = socket;
    this.isServer = isServer;
    this.listener = listener;
    this.session = session;
    this.codec = native.open(isServer, options.strictFieldWhitespaceValidation !== false);
    this.output = new Output(this.codec);
    this.framesIn = new FramesIn(this);
    this.streams = new StreamTable();
    this.lastReceived = new LastReceived();
    this.figures = figuresOfSession();

    this.localSettings = { ...DEFAULTS };
    this.remoteSettings = { ...DEFAULTS };
    this.remoteCustom = undefined; // values of the custom settings that were asked for
    this.remoteSettings.maxConcurrentStreams = options.peerMaxConcurrentStreams ?? 100;
    this.hasRemoteSettings = false;
    this.wasMaxStreamsTold = false;
    this.sentSettings = []; // not acknowledged
    this.allowsExtendedConnect = false;
    this.pings = [];

    this.nextStreamId = isServer ? 2 : 1;
    this.lastReceivedId = 0;
    this.lastProcessedId = 0;
    this.localStreams = 0; // that we have begun and that are not closed
    this.remoteStreams = 0;
    this.reservedStreams = 0; // pushed, and without a response
    this.maxReservedStreams = options.maxReservedRemoteStreams ?? 200;
    this.waiting = []; // requests that the other side does not allow yet

    this.sendWindow = DEFAULT_WINDOW;
    this.receiveWindow = DEFAULT_WINDOW;
    this.received = 0; // since the last WINDOW_UPDATE
    this.consumed = 0;
    this.reduction = 0; // by how much the window was made smaller
    this.isUpdateQueued = false; // a WINDOW_UPDATE of the connection is not sent yet
    this.updated = []; // streams whose WINDOW_UPDATE is not sent yet

    this.ready = []; // streams that may have data to send
    this.resets = []; // streams whose RST_STREAM waits
    this.closings = []; // streams that are closed, not told yet
    this.doneCalls = []; // of writes whose data goes out with the next write
    this.writesUnderWay = 0;
    this.isScheduled = false;
    this.isSending = false;
    this.isFeeding = false;
    this.isReadingPaused = false;

    this.isGoawaySent = false;
    this.isGoawayReceived = false;
    this.isGoawayAsked = false;
    this.isTerminating = false;
    this.isEnding = false; // destroy() is at work
    this.closeCalls = undefined; // for when the socket has closed
    this.isClosing = false;
    this.isDestroyed = false;
    this.isGraceful = false;
    this.onDone = undefined;

    this.memoryBytes = 0;
    this.maxMemoryBytes = MathMax(1, options.maxSessionMemory ?? 10) * 1e6;
    this.maxHeaderPairs = MathMax(options.maxHeaderListPairs ?? 128, isServer ? 4 : 1);
    this.maxPings = options.maxOutstandingPings ?? 10;
    this.maxSettings = MathMax(1, options.maxOutstandingSettings ?? 10);
    this.maxSettingEntries = MathMax(1, options.maxSettings ?? 32);
    this.maxInvalidFrames = options.maxSessionInvalidFrames ?? 1000;
    this.maxRejectedStreams = options.maxSessionRejectedStreams ?? 100;
    this.invalidFrames = 0;
    this.rejectedStreams = 0;
    this.padding = options.paddingStrategy ?? PADDING_NONE;
    this.maxSendBlockBytes = options.maxSendHeaderBlockLength ?? 65536;
    this.resetTokens = MathMax(1, options.streamResetBurst ?? 1000);
    this.maxResetTokens = this.resetTokens;
    this.resetRate = MathMax(1, options.streamResetRate ?? 33);
    this.resetMs = now();
    this.acksWaiting = 0; // answers to SETTINGS and PING that were not sent
    this.chunksSent = 0;

    if (options.maxDeflateDynamicTableSize !== undefined) native.limitOwnEncoderTable(this.codec, options.maxDeflateDynamicTableSize);
    native.limitLists(this.codec, MAX_LIST_BYTES, this.maxHeaderPairs);
    if (!isServer) this.output.preface();
  }

  hasMemoryFor(bytes) { return this.memoryBytes + bytes <= this.maxMemoryBytes; }

  addStream(id) {
    const end = new StreamEnd(this, id, this.remoteSettings.initialWindowSize, this.localSettings.initialWindowSize);
    this.streams.put(id, end);
    this.figures?.begins(id);
    this.memoryBytes += STREAM_BYTES;
    if (this.isLocal(id)) this.localStreams++;
    else this.remoteStreams++;
    return end;
  }

  isLocal(id) { return (id % 2 === 0) === this.isServer; }

  // ---- receiving

  receive(chunk) {
    if (this.isClosing || this.codec === undefined) return;
    this.figures?.reads(chunk);
    this.framesIn.take(chunk);
  }

  // After the frames of a chunk, or, not done, after one of which the program hears first. A flush before that would tell it
  // of the end of a stream whose headers it does not have.
  afterFrames(isDone) {
    if (this.acksWaiting > 0 && isDone) this.flush(); // at once: by the check phase the socket may be gone
    else this.schedule();
    if (this.isBlocked && !this.isReadingPaused && !this.isClosing) {
      this.isReadingPaused = true; // who does not read our answers is not read either
      this.socket.pause();
    }
  }

  // A mistake of the other side that ends the connection.
  terminate(code, reason) {
    if (this.isTerminating) return;
    this.isTerminating = true;
    this.isGoawaySent = true;
    this.output.goaway(this.lastProcessedId, code, reason === undefined ? undefined : bufferOfLatin1(reason));
    this.schedule();
  }

  fail(code, errno, reason = undefined) {
    this.terminate(code, reason);
    this.listener.error(this.session, errno);
  }

  // ---- streams

  // The number of the new stream's end, or a negative error.
  request(text, isEnd, hasTrailers) {
    if (this.nextStreamId > MAX_STREAM_ID) return -509;
    const id = this.nextStreamId;
    this.nextStreamId += 2;
    const end = this.addStream(id);
    end.hasTrailers = hasTrailers;
    end.mayStart = this.localStreams <= this.remoteSettings.maxConcurrentStreams;
    if (end.mayStart) this.sendHeaders(end, text, isEnd);
    else ArrayPrototypePush(this.waiting, { end, isEnd, text });
    return end;
  }

  startWaiting() {
    while (this.waiting.length > 0 &&
           this.localStreams - this.waiting.length < this.remoteSettings.maxConcurrentStreams) {
      const { end, isEnd, text } = ArrayPrototypeShift(this.waiting);
      end.mayStart = true;
      if (!end.isClosed) this.sendHeaders(end, text, isEnd);
    }
  }

  sendHeaders(end, text, isEnd, isInfo = false) {
    if (end.isClosed || end.isDestroyed || end.isLocalClosed) return;
    if (text.length > this.maxSendBlockBytes) {
      setImmediate(() => this.refuseToSend(end));
      return;
    }
    this.output.headers(end.id, text, isEnd);
    if (!isInfo) end.areHeadersSent = true;
    if (isEnd) this.closeLocal(end);
    else if (!isInfo) this.resumeData(end);
    this.schedule();
  }

  // Headers that are too long. The other side has not heard of a stream that would begin with them.
  refuseToSend(end) {
    if (this.isDestroyed || end.isClosed) return;
    this.listener.frameError(this.session, end.id, HEADERS, FRAME_SIZE_ERROR);
    if (this.isServer || end.areHeadersSent) return;
    this.close(end, REFUSED_STREAM);
    this.tellClosings();
  }

  sendEmptyEnd(end) {
    this.output.data(end.id, [], 0, true, -1);
    this.closeLocal(end);
    this.schedule();
  }

  sendPushPromise(parent, text) {
    if (this.nextStreamId > MAX_STREAM_ID) return -509;
    if (parent.isClosed || parent.isLocalClosed) return -510;
    const id = this.nextStreamId;
    this.nextStreamId += 2;
    const end = this.addStream(id);
    end.isReserved = true;
    end.isRemoteClosed = true;
    this.output.pushPromise(parent.id, id, text);
    this.schedule();
    return end;
  }

  resumeData(end) {
    if (end.isReady || end.isClosed || end.isLocalClosed || !end.areHeadersSent || end.isWaitingForTrailers) return;
    if (end.queue.length === 0 && !end.isShutDown) return;
    end.isReady = true;
    ArrayPrototypePush(this.ready, end);
    this.schedule();
  }

  reset(end, code) {
    if (end.isClosed || end.rstCode !== undefined) return;
    if (!this.isFeeding && !this.isSending) this.flush();
    if (end.isClosed) return;
    end.rstCode = code;
    ArrayPrototypePush(this.resets, end);
    this.schedule();
  }

  closeLocal(end) {
    end.isLocalClosed = true;
    if (end.isRemoteClosed) this.close(end, NO_ERROR);
  }

  closeRemote(end) {
    end.isRemoteClosed = true;
    if (end.isLocalClosed) this.close(end, NO_ERROR);
  }

  close(end, code) {
    end.rstCode = undefined;
    if (end.isClosed) return;
    end.isClosed = true;
    if (this.isLocal(end.id)) this.localStreams--;
    else this.remoteStreams--;
    this.streams.remove(end.id);
    this.memoryBytes -= STREAM_BYTES;
    end.closeCode = code;
    ArrayPrototypePush(this.closings, end);
    if (!this.isFeeding && !this.isSending) this.schedule();
    this.startWaiting();
  }

  tellClosings() {
    while (this.closings.length > 0) {
      const end = ArrayPrototypeShift(this.closings);
      if (!end.isDestroyed && !this.listener.streamClose(end, end.closeCode)) this.forget(end);
    }
  }

  // The owner has gone. What it has written and is not sent will not be sent.
  forget(end) {
    if (end.isDestroyed) return;
    end.isDestroyed = true;
    this.figures?.ends(end.id);
    const dropped = end.drop();
    if (dropped.length > 0) setImmediate(cancel, dropped);
    if (!end.isClosed) {
      end.isClosed = true;
      this.streams.remove(end.id);
      this.memoryBytes -= STREAM_BYTES;
      if (this.isLocal(end.id)) this.localStreams--;
      else this.remoteStreams--;
      this.startWaiting();
    }
  }

  writeReset(end) {
    if (!end.mayStart) {
      const at = ArrayPrototypeFindIndex(this.waiting, (request) => request.end === end);
      if (at >= 0) ArrayPrototypeSplice(this.waiting, at, 1); // the other side has not heard of it
      return;
    }
    this.output.rstStream(end.id, end.rstCode);
  }

  // ---- sending

  schedule() {
    if (this.isScheduled || this.isSending || this.isDestroyed) return;
    if (this.output.isEmpty && this.ready.length === 0 && this.resets.length === 0 && this.closings.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      if (!this.isScheduled || this.isDestroyed) return;
      this.flush();
    });
  }

  get isBlocked() { return this.writesUnderWay > 0 && this.socket.writableNeedDrain; }

  flush() {
    if (this.isSending || this.isDestroyed) return;
    this.isScheduled = false;
    if (this.isBlocked) return; // the write's callback goes on
    this.isSending = true;
    sendData(this, this.doneCalls);
    for (let i = 0; i < this.resets.length; i++) {
      const end = this.resets[i];
      if (end.rstCode === undefined) continue; // the other side was faster
      const code = end.rstCode;
      this.writeReset(end);
      this.close(end, code);
    }
    this.resets = [];
    this.acksWaiting = 0;
    if (this.closings.length === 0 || this.output.isEmpty) {
      this.tellClosings();
      this.finishFlush();
      return;
    }
    // As in Node, what the program sends when it hears of the end of a stream goes with the same write.
    this.tellClosings();
    afterTicks(finishFlush, this);
  }

  finishFlush() {
    if (!this.isSending) return;
    this.write();
    this.isSending = false;
    if (!this.output.isEmpty || (this.ready.length > 0 && this.sendWindow > 0) || this.resets.length > 0 || this.closings.length > 0) {
      this.schedule();
    }
    if (this.writesUnderWay === 0) this.noteGraceful();
  }

  write() {
    const { doneCalls } = this;
    this.doneCalls = [];
    const parts = this.output.take();
    this.updatesAreSent();
    if (parts.length === 0) {
      for (let i = 0; i < doneCalls.length; i++) doneCalls[i]();
      return;
    }
    this.figures?.writes(parts);
    this.chunksSent++;
    this.writesUnderWay++;
    const { socket } = this;
    // As in Node, the end of a write to a stream of the program's is told later than its data may arrive.
    const written = socket._handle === undefined ?
      (error) => setImmediate(() => this.written(error, doneCalls)) : (error) => this.written(error, doneCalls);
    if (socket.destroyed) {
      // Its 'close' ends the session and with it the streams. An error before that would be theirs, and nobody's.
      if (this.isEnding) process.nextTick(written, canceled());
      else this.afterClose(written);
      return;
    }
    if (parts.length === 1) {
      socket.write(parts[0], written);
      return;
    }
    socket.cork();
    for (let i = 0; i < parts.length - 1; i++) socket.write(parts[i]);
    socket.write(parts[parts.length - 1], written);
    socket.uncork();
  }

  afterClose(call) {
    if (this.closeCalls === undefined) {
      this.closeCalls = [];
      this.socket.once('close', () => {
        for (let i = 0; i < this.closeCalls.length; i++) this.closeCalls[i](null);
      });
    }
    ArrayPrototypePush(this.closeCalls, call);
  }

  written(error, doneCalls) {
    this.writesUnderWay--;
    if (this.isReadingPaused && !this.isBlocked) {
      this.isReadingPaused = false;
      this.socket.resume();
    }
    for (let i = 0; i < doneCalls.length; i++) doneCalls[i](error);
    if (this.writesUnderWay === 0 && this.onDone !== undefined) {
      this.done();
      return;
    }
    this.noteGraceful();
    this.schedule();
  }

  // ---- ending

  get hasPendingData() {
    return !this.output.isEmpty || this.writesUnderWay > 0 || this.resets.length > 0 || this.streams.size > 0 ||
      !(this.isGoawaySent || this.isGoawayReceived);
  }

  noteGraceful() {
    if (this.isGraceful && !this.isClosing && !this.hasPendingData) this.listener.gracefulEnd(this.session);
  }

  // Tells the other side, and calls back when that is sent.
  destroy(code, isSocketClosed, onDone) {
    if (this.isClosing) return;
    this.isEnding = true;
    if (!isSocketClosed) {
      if (!this.isTerminating) {
        this.isTerminating = true;
        this.output.goaway(this.lastProcessedId, code ?? NO_ERROR, undefined);
      }
      this.resets = []; // the end of the connection is the end of its streams
      this.isSending = false;
      this.flush();
      this.isSending = false;
      if (!this.output.isEmpty || this.doneCalls.length > 0) this.write();
    }
    this.isClosing = true;
    this.isDestroyed = true;
    this.onDone = onDone;
    if (this.writesUnderWay === 0 || isSocketClosed) this.done();
    const pings = this.pings;
    this.pings = [];
    setImmediate(() => {
      for (let i = 0; i < pings.length; i++) pings[i].callback(false, now() - pings[i].sentMs, undefined);
    });
  }

  done() {
    const call = this.onDone;
    this.onDone = undefined;
    if (this.codec !== undefined) native.close(this.codec);
    this.codec = undefined;
    this.figures?.finish(this.isServer, this.output.frames);
    this.figures = undefined;
    call?.();
  }

  get state() {
    const { 0: deflate, 1: inflate } = native.tableBytes(this.codec);
    return {
      effectiveLocalWindowSize: this.receiveWindow,
      effectiveRecvDataLength: this.received,
      nextStreamID: this.nextStreamId,
      localWindowSize: this.receiveWindow - this.received,
      lastProcStreamID: this.lastProcessedId,
      remoteWindowSize: this.sendWindow,
      outboundQueueSize: this.output.isEmpty ? 0 : 1,
      deflateDynamicTableSize: deflate,
      inflateDynamicTableSize: inflate,
    };
  }
}

module.exports = { Endpoint };
